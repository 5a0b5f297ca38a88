// npm test: every check, then every test, one after the other; a failure does not hide what comes after it.
// npm test -- NAME: only the test files whose path contains NAME.
import './lib/check-node.mjs'
import { build } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { install } from './lib/install.mjs'
import { runVitest } from './lib/vitest.mjs'

await install('test')
await build()

const filters = process.argv.slice(2)
const checks = filters.length === 0 ? runChecks() : { passed: 0, failed: 0 }
const tests = runVitest(filters)
const failed = checks.failed + tests.failed

process.exitCode = failed > 0 ? 1 : 0
process.stdout.write(`\n${checks.passed + tests.passed} passed, ${failed} failed\n`)
