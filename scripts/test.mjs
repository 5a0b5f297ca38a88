// npm test: every check, then every test, one after the other; a failure does not hide what comes after it.
// npm test -- NAME: only the test files whose path contains NAME.
// npm test -- --without-browser: all but the tests in a real browser.
import './lib/check-node.mjs'
import { provideBrowser } from './lib/browser.mjs'
import { checkBuild, runChecks } from './lib/checks.mjs'
import { install } from './lib/install.mjs'
import { runVitest } from './lib/vitest.mjs'

await install('test')

const WITHOUT = '--without-browser'
const given = process.argv.slice(2)
const filters = given.filter((word) => word !== WITHOUT)
const isBrowserWanted = !given.includes(WITHOUT)
const browser = isBrowserWanted ? provideBrowser() : null

const results = [await checkBuild()]
if (isBrowserWanted && browser === null) results.push({ passed: 0, failed: 1 })
if (filters.length === 0) results.push(runChecks())
results.push(runVitest(filters, browser))

const sum = (key) => results.reduce((total, result) => total + result[key], 0)
process.exitCode = sum('failed') > 0 ? 1 : 0
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
