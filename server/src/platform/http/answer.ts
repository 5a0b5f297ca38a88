import { hash } from 'node:crypto'

export interface AnswerExtras {
  /** The row's version, for single resources: it becomes the first part of the ETag. */
  readonly version?: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A body that is already text, such as the stored answer of an earlier request. */
  readonly text?: string
}

/** A body with something beside it. A handler that has nothing to add returns the body alone. */
export class Answer<Body> {
  readonly body: Body
  readonly extras: AnswerExtras

  constructor(body: Body, extras: AnswerExtras) {
    this.body = body
    this.extras = extras
  }
}

export function versioned<Body>(body: Body, row: { readonly version: number }): Answer<Body> {
  return new Answer(body, { version: row.version })
}

export function replayed(status: number, text: string): Answer<never> {
  return new Answer(undefined as never, {
    status,
    text,
    headers: { 'idempotent-replayed': 'true' },
  })
}

/** The version lets a writer say what it decided on; the hash notices what belongs to the answer but not to the row. */
export function etagOf(version: number, text: string): string {
  return `"${version}-${hash('sha1', text, 'base64url').slice(0, 16)}"`
}

/** If-None-Match compares whole tags, weakly. */
export function matchesAny(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** If-Match compares versions only: what hangs on an answer may have changed without the row. */
export function expectedVersions(header: string | undefined): ReadonlySet<number> | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const versions = header.split(',').map((tag) => /^\s*"(\d{1,9})(?:-[\w-]*)?"\s*$/.exec(tag)?.[1])
  return new Set(versions.flatMap((version) => (version === undefined ? [] : [Number(version)])))
}
