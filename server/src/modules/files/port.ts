import type { Readable } from 'node:stream'
import { InvalidInput } from '../../kernel/invalid-input.ts'
import { Refusal, ServiceUnavailable } from '../../kernel/refusal.ts'
import type { Log } from '../../platform/log.ts'

/** Some bytes of a file: a part of its upload, or all of it. Both ids are UUIDs that we made. */
export interface BlobKey {
  readonly fileId: string
  readonly blobId: string
}

/** Where bytes lie. A blob is written once, appears whole or not at all, and never changes. */
export interface FileStorage {
  /** Keeps exactly `size` bytes. What the bytes throw is thrown again, and nothing is kept. */
  put(key: BlobKey, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** From `start` up to, and not including, `stop`; null when there is no such blob. */
  read(key: BlobKey, start: number, stop: number): Promise<Readable | null>
  /** Also when it is not there. */
  remove(key: BlobKey): Promise<void>
  /** Removes every blob of a file but one, and what was left half written. Doing it again does no harm. */
  removeAllBut(fileId: string, keep: string | null): Promise<void>
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The last gate before an id becomes a part of a path: nothing but hexadecimal digits and hyphens goes through. */
export function requireId(id: string): string {
  if (UUID.test(id)) return id
  throw new Error('a name in the storage is not an id')
}

/**
 * What a storage answers when it failed. A refusal came from the bytes and goes through as it is; anything else is the
 * storage's own trouble, which only the operator can do something about, and only the log tells what it was.
 */
export function storageFailure(error: unknown, log: Log): Error {
  if (error instanceof Refusal || error instanceof InvalidInput) return error
  log.error({ err: error }, 'the storage of files failed')
  return new Refusal(ServiceUnavailable, {
    detail: 'The storage of files cannot be reached right now. Try again in a moment.',
    headers: { 'retry-after': '1' },
  })
}
