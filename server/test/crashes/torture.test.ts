import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { torturePath } from '../../torture/main.ts'
import type { Path } from '../../torture/options.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')
const programs = {
  till: [resolve(REPOSITORY, 'scripts', 'start.mjs')],
  cli: [resolve(REPOSITORY, 'scripts', 'till.mjs')],
}

const BRIEFLY = { kills: 5, confirms: 60, buyers: 8, seed: 20_260_715, paths: [] }

// Side by side, because most of the time goes by until the payments of the dead are looked after.
it.concurrent.each<Path>(['inline', 'remote'])(
  'killed under load, with its database or without, payments %s: every answer holds, and the books are right',
  { timeout: 180_000 },
  async (path) => {
    const checks = await torturePath(path, BRIEFLY, programs, () => {})
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
    expect(checks.length).toBeGreaterThan(5)
  },
)
