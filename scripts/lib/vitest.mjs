import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from './root.mjs'
import { seconds } from './terminal.mjs'

/** Runs the tests and counts them from Vitest's own report. Without a browser those that need one are left out. */
export function runVitest(filters, browser) {
  const since = performance.now()
  process.stdout.write('\n== Tests: vitest run\n')
  const folder = mkdtempSync(join(tmpdir(), 'till-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const leftOut = browser ? [] : ['--exclude', '../e2e/**']
  const { status } = spawnSync(
    inRepository('node_modules', '.bin', 'vitest'),
    ['run', ...reporters, ...leftOut, ...filters],
    {
      cwd: inRepository('server'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(browser && { TILL_TEST_BROWSER: browser }) },
    },
  )
  const result = count(report, status)
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`== Tests: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${seconds(since)}\n`)
  return result
}

function count(report, status) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    // A file that cannot even be loaded has no failed tests, and is a failure all the same.
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    const failed = numFailedTests + broken.length
    // Red without a red test: an error outside of every test, or no test at all.
    return { passed: numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
