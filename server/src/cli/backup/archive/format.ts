import type { AppliedMigration } from '../../../platform/postgres/replay.ts'

/**
 * A backup is a line of text, a gzip stream, and the SHA-256 of both. In the stream are frames: a letter, four bytes with
 * the length, and so many bytes, which are a note in JSON or a piece of what the last note has announced. The order is:
 * header, tables, sequences, files, trailer. docs/decisions/0037-backups-are-our-own-files.md says why.
 */
export const FORMAT = 1
export const FIRST_LINE = `Till backup ${FORMAT}\n`
export const DIGEST_BYTES = 32

/** A longer piece is cut. So whoever reads needs no more memory than this for a frame, however long a row is. */
export const MOST_BYTES = 1024 * 1024
export const FRAME_HEAD_BYTES = 5
export const NOTE = 'N'
export const DATA = 'D'

export interface Header {
  readonly type: 'header'
  readonly till: string
  readonly madeAt: string
  /** The major version of the Postgres that it was made from. */
  readonly postgres: number
  readonly migrations: readonly AppliedMigration[]
  /** A known text that only the instance's secret key opens, in hexadecimal; null before the first start. */
  readonly secretKeyCheck: string | null
  readonly secretKey: string | null
  readonly files: FilesKept
}

/** `left out`: the bytes of files are in a storage of their own, or the operator keeps them in another way. */
export type FilesKept = 'included' | 'left out'

/** The rows come as `copy ... to stdout` writes them. */
export interface TableNote {
  readonly type: 'table'
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

export interface SequencesNote {
  readonly type: 'sequences'
  readonly sequences: readonly SequencePosition[]
}

export interface SequencePosition {
  readonly schema: string
  readonly name: string
  /** As text, because it can be larger than a number is exact. */
  readonly lastValue: string
  readonly isCalled: boolean
}

export interface FileNote {
  readonly type: 'file'
  readonly fileId: string
  readonly blobId: string
  readonly size: number
}

/** After the pieces of a table or of a file. */
export interface EndNote {
  readonly type: 'end'
  readonly bytes: number
  /** Null for a file. */
  readonly rows: number | null
}

export interface Trailer {
  readonly type: 'trailer'
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly fileBytes: number
}

export type Note = Header | TableNote | SequencesNote | FileNote | EndNote | Trailer

export type Frame = { readonly note: Note } | { readonly data: Buffer }

/** Rows end in a line feed, and those inside values are written in another way. */
export function countRows(piece: Uint8Array): number {
  let rows = 0
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1
  return rows
}
