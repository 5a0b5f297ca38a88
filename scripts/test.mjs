// npm test: every check, then every test, one after the other; a failure does not hide what comes after it.
// npm test -- NAME: only the test files whose path contains NAME.
import './lib/check-node.mjs'
import { checkBuild, runChecks } from './lib/checks.mjs'
import { install } from './lib/install.mjs'
import { runVitest } from './lib/vitest.mjs'

await install('test')

const filters = process.argv.slice(2)
const results = [await checkBuild()]
if (filters.length === 0) results.push(runChecks())
results.push(runVitest(filters))

const sum = (key) => results.reduce((total, result) => total + result[key], 0)
process.exitCode = sum('failed') > 0 ? 1 : 0
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
