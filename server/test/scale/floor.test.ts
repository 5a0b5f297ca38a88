import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const BENCH = resolve(import.meta.dirname, '../../../scripts/bench.mjs')

it('npm run bench: the plain server that Till is measured against still does the same', {
  timeout: 120_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--check'], { timeout: 110_000 })
  expect(stdout).toContain('same answers: get checkout, list orders, validate license key, purchase')
})
