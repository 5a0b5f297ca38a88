import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Frame, Note } from '../../src/cli/backup/archive/format.ts'
import type { Config } from '../../src/platform/config.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'
import {
  closedShop,
  configOf,
  type EmptyDatabase,
  emptyDatabase,
  folderForThisTest,
  restore,
  rewritten,
  type Source,
} from './fixture.ts'

let source: Source
let target: EmptyDatabase
let bytes: Buffer
beforeAll(async () => {
  source = await closedShop()
  target = await emptyDatabase()
  bytes = await readFile(source.path)
})
afterAll(async () => {
  await source.remove()
  await target.drop()
})

let folder: string
let config: Config
beforeEach(async () => {
  folder = await folderForThisTest()
  config = configOf(target.url, join(folder, 'data'), { secretKey: null })
})

/** The sentence with which a restore is refused; nothing of it may be anywhere. */
async function refusalOf(path: string): Promise<string> {
  const error = await restore(config, path).then(
    () => new Error('it was restored'),
    (reason: unknown) => reason as Error,
  )
  expect(error).toBeInstanceOf(StartupProblem)
  expect(await target.tables()).toEqual([])
  for (const name of ['files', 'secret.key', 'postgres']) expect(existsSync(join(config.dataDir, name))).toBe(false)
  return error.message
}

async function refusalOfBytes(changed: Uint8Array): Promise<string> {
  const path = join(folder, 'damaged.till')
  await writeFile(path, changed)
  return refusalOf(path)
}

const DAMAGE = /^The backup \S+ is damaged: [^.]+\. Nothing was restored; use another copy\.$/
const ANY_REFUSAL = /^(?:The backup \S+ is damaged|\S+ is no backup of Till|\S+ was made by a newer version of Till)/

describe('a damaged file is refused before anything is written:', { timeout: 120_000 }, () => {
  it('any bit, anywhere', async () => {
    const places = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 7 }))
    await fc.assert(
      fc.asyncProperty(places, async ([at, bit]) => {
        const changed = Buffer.from(bytes)
        changed.writeUInt8((changed[at] ?? 0) ^ (1 << bit), at)
        expect(await refusalOfBytes(changed)).toMatch(ANY_REFUSAL)
      }),
      { numRuns: 300 },
    )
  })

  it('any length that it is cut to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (length) => {
        expect(await refusalOfBytes(bytes.subarray(0, length))).toMatch(ANY_REFUSAL)
      }),
      { numRuns: 100, examples: [[0], [1], [13], [14], [45], [46], [47], [bytes.length - 1], [bytes.length - 32]] },
    )
  })

  it('bytes that follow, are missing inside, or are there twice', async () => {
    const pieces = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 70 }))
    await fc.assert(
      fc.asyncProperty(pieces, fc.uint8Array({ minLength: 1, maxLength: 100 }), async ([at, many], more) => {
        expect(await refusalOfBytes(Buffer.concat([bytes, more]))).toMatch(DAMAGE)
        const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, at + many), bytes.subarray(at + many)]
        expect(await refusalOfBytes(Buffer.concat([before, after]))).toMatch(ANY_REFUSAL)
        expect(await refusalOfBytes(Buffer.concat([before, piece, piece, after]))).toMatch(ANY_REFUSAL)
      }),
      { numRuns: 50 },
    )
  })

  it('something else altogether', async () => {
    expect(await refusalOfBytes(Buffer.from('PK\x03\x04 a zip file'))).toMatch(/^\S+ is no backup of Till\.$/)
    expect(await refusalOf(join(folder, 'nowhere.till'))).toMatch(/^The backup \S+ cannot be read \(ENOENT\)\.$/)
    expect(await refusalOf(folder)).toMatch(/^The backup \S+ cannot be read \(EISDIR\)\.$/)
  })

  it('a format that comes later', async () => {
    const later = Buffer.concat([Buffer.from('Till backup 2\n'), bytes.subarray(14)])
    expect(await refusalOfBytes(later)).toMatch(
      /was made by a newer version of Till \(format 2, and this one reads 1\)/,
    )
  })
})

/** A backup whose checksum is right, with other notes. */
function withNotes(change: (note: Note) => readonly Frame[]): Promise<string> {
  return rewritten(source.path, (frame) => ('note' in frame ? change(frame.note) : [frame]))
}

const same = (note: Note): readonly Frame[] => [{ note }]
const isTable = (note: Note, name: string) => note.type === 'table' && note.schema === 'public' && note.name === name

describe('a file whose checksum is right is refused, too, when it has', { timeout: 60_000 }, () => {
  it.each<[string, (note: Note) => readonly Frame[]]>([
    ['no header', (note) => (note.type === 'header' ? [] : same(note))],
    ['two headers', (note) => (note.type === 'header' ? [{ note }, { note }] : same(note))],
    ['no trailer', (note) => (note.type === 'trailer' ? [] : same(note))],
    ['something after the trailer', (note) => (note.type === 'trailer' ? [{ note }, { note }] : same(note))],
    ['fewer rows than it says', (note) => (note.type === 'trailer' ? [{ note: { ...note, rows: 1 } }] : same(note))],
    [
      'fewer tables than it says',
      (note) => (note.type === 'trailer' ? [{ note: { ...note, tables: 1 } }] : same(note)),
    ],
    ['more files than it says', (note) => (note.type === 'trailer' ? [{ note: { ...note, files: 0 } }] : same(note))],
    [
      'a table of another length',
      (note) => (note.type === 'end' && note.rows !== null ? [{ note: { ...note, rows: note.rows + 1 } }] : same(note)),
    ],
    ['a file of another length', (note) => (note.type === 'file' ? [{ note: { ...note, size: 1 } }] : same(note))],
    ['a table that does not end', (note) => (note.type === 'end' ? [] : same(note))],
    [
      'rows outside of a table',
      (note) => (note.type === 'end' ? [{ note }, { data: Buffer.from('1\n') }] : same(note)),
    ],
  ])('%s', async (_, change) => {
    expect(await refusalOf(await withNotes(change))).toMatch(DAMAGE)
  })

  it('migrations that this version does not know, or knows with another text', async () => {
    const withMigration = (name: string) =>
      withNotes((note) => {
        if (note.type !== 'header') return same(note)
        const migration = { name, checksum: '0'.repeat(64), appliedAt: '2026-01-01 00:00:00+00' }
        const others = note.migrations.filter((other) => other.name !== name)
        return [{ note: { ...note, migrations: [...others, migration] } }]
      })
    expect(await refusalOf(await withMigration('9000_future.sql'))).toMatch(
      /^The backup \S+ comes from a newer version of Till \(it knows 9000_future\.sql\)\. Use that version\.$/,
    )
    expect(await refusalOf(await withMigration('0001_instance.sql'))).toContain('another migration 0001_instance.sql')
  })
})

describe('what the database itself refuses is undone, files and key included:', { timeout: 60_000 }, () => {
  it('a table with other columns', async () => {
    const path = await withNotes((note) =>
      isTable(note, 'orders') && note.type === 'table' ? [{ note: { ...note, columns: ['id'] } }] : same(note),
    )
    expect(await refusalOf(path)).toContain('The table orders of the backup is not the one')
  })

  it('rows that cannot be read', async () => {
    let isInside = false
    const path = await rewritten(source.path, (frame) => {
      if ('note' in frame) {
        isInside = frame.note.type === 'table' && frame.note.name === 'orders'
        return [frame]
      }
      // As many bytes and rows as before.
      return isInside
        ? [{ data: Buffer.from(frame.data.toString('latin1').replace(/[^\n]/g, 'x'), 'latin1') }]
        : [frame]
    })
    expect(await refusalOf(path)).toMatch(/^Nothing was restored: .+\.$/)
  })

  it('rows that refer to rows that are not there', async () => {
    let last = { rows: 0, bytes: 0 }
    let isInside = false
    const path = await rewritten(source.path, (frame) => {
      if ('data' in frame) return isInside ? [] : [frame]
      const { note } = frame
      if (note.type === 'end' && isInside) {
        last = { rows: note.rows ?? 0, bytes: note.bytes }
        isInside = false
        return [{ note: { ...note, rows: 0, bytes: 0 } }]
      }
      if (note.type === 'trailer') return [{ note: { ...note, rows: note.rows - last.rows } }]
      isInside = isTable(note, 'customers')
      return [frame]
    })
    expect(await refusalOf(path)).toMatch(/^Nothing was restored: .*violates foreign key constraint.*\.$/)
  })

  it('and the next restore works', async () => {
    await restore(config, source.path)
    expect(await target.tables()).toContain('public.orders')
  })
})
