import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '../../src')
/** What the server uses of the pages' packages. */
const PACKAGES = resolve(import.meta.dirname, '../../../packages')

function filesWith(call: RegExp, folder = SOURCE): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => call.test(readFileSync(path, 'utf8')))
    .map((path) => relative(folder, path))
    .sort()
}

it('every transaction is begun by `begin`, which survives a connection that breaks', () => {
  expect(filesWith(/\.begin\(/)).toEqual(['platform/postgres/begin.ts'])
})

it('a connection is kept for longer only where the record says why', () => {
  expect(filesWith(/\.reserve\(/)).toEqual([
    'cli/backup/make-backup.ts',
    'cli/demo/scale/fill-scale.ts',
    'platform/postgres/migrate.ts',
  ])
})

it('no URL is tested by `URL.canParse`, which forgets letters such as ü', () => {
  for (const folder of [SOURCE, PACKAGES]) expect(filesWith(/(?<!`)URL\.canParse\b/, folder)).toEqual([])
})
