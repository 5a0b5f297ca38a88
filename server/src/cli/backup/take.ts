import { createHash } from 'node:crypto'
import { holdSweeps, listStoredBytes, resumeSweeps, type StoredBytes } from '../../modules/files/index.ts'
import type { FileStorage } from '../../modules/files/port.ts'
import { copyOut } from '../../platform/postgres/copy.ts'
import { isLockTimeout, type Sql } from '../../platform/postgres/pool.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import { countRows, type FileNote, type Frame, type Header, type TableNote, type Trailer } from './archive/format.ts'
import type { Contents } from './archive/walk.ts'
import { beginSnapshot } from './snapshot.ts'
import { listSequences, quoted, quotedColumns, type Table } from './tables.ts'

/** What a backup is made from. */
export interface Source {
  /** A connection of its own. */
  readonly connection: Sql
  /** Null: the bytes of files are left out. */
  readonly storage: FileStorage | null
  /** Asked inside the snapshot. */
  readonly header: (connection: Sql) => Promise<Header>
}

/** A backup, frame by frame, while it is read from the database and the storage. Remembers what went by. */
export class Taking {
  readonly #source: Source
  readonly #tables: Contents['tables'][number][] = []
  #header: Header | undefined
  #files = 0
  #fileBytes = 0

  constructor(source: Source) {
    this.#source = source
  }

  async *frames(): AsyncGenerator<Frame> {
    const { connection, storage } = this.#source
    // Before the snapshot: what it names must not be removed while we are on the way to it.
    await hold(connection)
    const tables = await beginSnapshot(connection)
    this.#header = await this.#source.header(connection)
    yield { note: this.#header }
    for (const table of tables) yield* this.#table(table)
    yield { note: { type: 'sequences', sequences: await listSequences(connection) } }
    const files = storage === null ? [] : await listStoredBytes(connection)
    // Files can take long, and their bytes never change: nobody has to keep old rows for us meanwhile.
    await connection`commit`
    for (const file of files) if (storage !== null) yield* this.#file(storage, file)
    await resumeSweeps(connection)
    yield { note: this.#trailer() }
  }

  async *#table(table: Table): AsyncGenerator<Frame> {
    const note: TableNote = { type: 'table', ...table }
    let bytes = 0
    let rows = 0
    yield { note }
    for await (const data of copyOut(
      this.#source.connection,
      `copy ${quoted(table)} (${quotedColumns(table)}) to stdout`,
    )) {
      bytes += data.length
      rows += countRows(data)
      yield { data }
    }
    yield { note: { type: 'end', bytes, rows } }
    this.#tables.push({ ...note, rows })
  }

  async *#file(storage: FileStorage, file: StoredBytes): AsyncGenerator<Frame> {
    const { fileId, blobId, size, sha256Hex } = file
    const stored = await storage.read({ fileId, blobId }, 0, size)
    if (stored === null) throw unusable(file, 'are missing in the storage')
    const note: FileNote = { type: 'file', fileId, blobId, size }
    yield { note }
    const hash = createHash('sha256')
    for await (const data of stored) {
      hash.update(data)
      yield { data }
    }
    // A backup of bytes that were lost long ago would be found out on the day on which it is needed.
    if (hash.digest('hex') !== sha256Hex) throw unusable(file, 'in the storage are not those that were uploaded')
    yield { note: { type: 'end', bytes: size, rows: null } }
    this.#files += 1
    this.#fileBytes += size
  }

  #trailer(): Trailer {
    const rows = this.#tables.reduce((sum, table) => sum + table.rows, 0)
    return { type: 'trailer', tables: this.#tables.length, rows, files: this.#files, fileBytes: this.#fileBytes }
  }

  /** What is in it, when all frames have gone by. */
  contents(): Contents {
    if (this.#header === undefined) throw new Error('nothing was taken yet')
    return { header: this.#header, tables: this.#tables, files: this.#files, fileBytes: this.#fileBytes }
  }
}

function unusable({ name, fileId }: StoredBytes, what: string): StartupProblem {
  return new StartupProblem(
    `The bytes of the file "${name}" (${fileId}) ${what}. Delete that file, or leave files out with --without-files.`,
  )
}

async function hold(connection: Sql): Promise<void> {
  try {
    await connection`set lock_timeout = '5s'`
    await holdSweeps(connection)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new StartupProblem('Another backup of this database is being made. Wait until it ends.')
  }
}
