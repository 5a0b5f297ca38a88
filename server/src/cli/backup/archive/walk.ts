import {
  countRows,
  type EndNote,
  type FileNote,
  type Frame,
  type Header,
  type Note,
  type SequencePosition,
  type TableNote,
  type Trailer,
} from './format.ts'
import { damaged, readFrames, requireWhole } from './read.ts'

/** What to do with what is in a backup. What a visitor does not read is read over. */
export interface Visitor {
  table?(table: TableNote, rows: AsyncIterable<Buffer>): Promise<void>
  sequences?(sequences: readonly SequencePosition[]): Promise<void>
  file?(file: FileNote, bytes: AsyncIterable<Buffer>): Promise<void>
}

export interface Contents {
  readonly header: Header
  readonly tables: readonly (TableNote & { readonly rows: number })[]
  readonly files: number
  readonly fileBytes: number
}

/** The whole file is read, and every count compared, before anybody relies on a part of it. */
export async function checkArchive(path: string): Promise<Contents> {
  await requireWhole(path)
  try {
    return await walkArchive(path, {})
  } catch (error) {
    throw damaged(path, (error as Error).message)
  }
}

/** From the first frame to the last. Throws where the counts are not those that were written down. */
export async function walkArchive(path: string, visitor: Visitor): Promise<Contents> {
  const walk = new Walk(readFrames(path))
  try {
    const header = await walk.note('header')
    const tables: Contents['tables'][number][] = []
    const files: FileNote[] = []
    for (;;) {
      const note = await walk.anyNote()
      if (note.type === 'table') {
        const { rows } = await walk.section((pieces) => visitor.table?.(note, pieces))
        tables.push({ ...note, rows: rows ?? 0 })
      } else if (note.type === 'sequences') {
        await visitor.sequences?.(note.sequences)
      } else if (note.type === 'file') {
        await walk.section((pieces) => visitor.file?.(note, pieces), note.size)
        files.push(note)
      } else if (note.type === 'trailer') {
        await walk.end()
        const fileBytes = files.reduce((sum, { size }) => sum + size, 0)
        const contents = { header, tables, files: files.length, fileBytes }
        requireCounts(contents, note)
        return contents
      } else throw new Error(`a note is out of place (${note.type})`)
    }
  } finally {
    await walk.close()
  }
}

function requireCounts({ tables, files, fileBytes }: Omit<Contents, 'header'>, trailer: Trailer): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const isRight =
    tables.length === trailer.tables &&
    rows === trailer.rows &&
    files === trailer.files &&
    fileBytes === trailer.fileBytes
  if (!isRight) throw new Error('its parts are not all there')
}

class Walk {
  readonly #frames: AsyncGenerator<Frame>

  constructor(frames: AsyncGenerator<Frame>) {
    this.#frames = frames
  }

  async anyNote(): Promise<Note> {
    const { value, done } = await this.#frames.next()
    if (done) throw new Error('it ends too early')
    if ('note' in value) return value.note
    throw new Error('a piece is out of place')
  }

  async note<Type extends Note['type']>(type: Type): Promise<Extract<Note, { type: Type }>> {
    const note = await this.anyNote()
    if (note.type === type) return note as Extract<Note, { type: Type }>
    throw new Error(`a note is out of place (${note.type})`)
  }

  /** Everything up to the note that ends the section, and that note. A file says beforehand how many bytes it has. */
  async section(visit: (pieces: AsyncIterable<Buffer>) => Promise<void> | undefined, size?: number): Promise<EndNote> {
    let end: EndNote | null = null
    const pieces = this.#pieces(size === undefined, (note) => {
      if (size !== undefined && size !== note.bytes) throw new Error('a file has another length')
      end = note
    })
    // Without a way to end it: a storage that has read as many bytes as it needs would.
    await visit({ [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) })
    for await (const _ of pieces);
    if (end === null) throw new Error('a part was not read to its end')
    return end
  }

  async *#pieces(isTable: boolean, ended: (note: EndNote) => void): AsyncGenerator<Buffer> {
    let bytes = 0
    let rows = 0
    for (;;) {
      const { value, done } = await this.#frames.next()
      if (done) throw new Error('it ends too early')
      if ('note' in value) {
        const { note } = value
        if (note.type !== 'end') throw new Error(`a note is out of place (${note.type})`)
        if (note.bytes !== bytes || note.rows !== (isTable ? rows : null)) throw new Error('a part has another length')
        return ended(note)
      }
      bytes += value.data.length
      if (isTable) rows += countRows(value.data)
      yield value.data
    }
  }

  async end(): Promise<void> {
    const { done } = await this.#frames.next()
    if (!done) throw new Error('something follows its end')
  }

  async close(): Promise<void> {
    await this.#frames.return(undefined)
  }
}
