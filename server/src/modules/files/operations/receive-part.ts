import { newId } from '../../../kernel/ids.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Transactions } from '../../../platform/postgres/transaction.ts'
import { CheckedBytes } from '../checked-bytes.ts'
import { AlreadyUploaded, tooManyBytes, wrongBytes } from '../errors.ts'
import type { UploadPart } from '../model.ts'
import type { PartSenders } from '../part-senders.ts'
import type { BlobKey, FileStorage } from '../port.ts'
import { etagOfSum } from '../rules/sums.ts'
import { findAwaitedPart, holdOpenUpload, recordArrival } from '../store.ts'

export interface Receiving {
  readonly db: Db
  readonly transactions: Transactions
  readonly storage: FileStorage
  readonly senders: PartSenders
}

export interface SentPart {
  readonly fileId: string
  readonly number: number
  /** What the sender says beforehand; undefined when it does not. */
  readonly contentLength: number | undefined
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * Keeps the bytes of a part and answers their ETag. Bytes go under a name of their own first, and count only when the
 * database says so: a part that is sent twice, even at once, is one of the two and never a mixture.
 */
export async function receivePart(receiving: Receiving, sent: SentPart): Promise<string> {
  const part = await findPart(receiving.db, sent)
  const size = part.nextByte - part.firstByte
  if (sent.contentLength !== undefined) requireSize(sent.contentLength, size)
  return receiving.senders.admit(part, () => keep(receiving, part, sent.bytes))
}

async function keep(receiving: Receiving, part: UploadPart, bytes: SentPart['bytes']): Promise<string> {
  const size = part.nextByte - part.firstByte
  const key = { fileId: part.fileId, blobId: newId() }
  const checked = new CheckedBytes(bytes, { size, sha256Base64: part.checksumSha256Base64 })
  await receiving.storage.put(key, checked, size)
  const replaced = await record(receiving, part, key, checked.sha256Hex)
  if (replaced !== null) await removeQuietly(receiving.storage, { fileId: part.fileId, blobId: replaced })
  return etagOfSum(checked.sha256Hex)
}

async function findPart(db: Db, { fileId, number }: SentPart): Promise<UploadPart> {
  const found = await findAwaitedPart(db, fileId, number)
  if (!found) throw new Refusal(ResourceNotFound)
  if (found.isUploaded) throw new Refusal(AlreadyUploaded)
  return found.part
}

function requireSize(contentLength: number, size: number): void {
  if (contentLength > size) throw tooManyBytes(size)
  if (contentLength < size) throw wrongBytes(`${size} bytes were announced, and only ${contentLength} are sent`)
}

/** Answers the bytes that were the part's before, which nothing needs any more. */
async function record(
  { transactions, storage }: Receiving,
  part: UploadPart,
  key: BlobKey,
  sha256Hex: string,
): Promise<string | null> {
  try {
    return await transactions.run(async (tx) => {
      if (!(await holdOpenUpload(tx, part.fileId))) throw new Refusal(AlreadyUploaded)
      return recordArrival(tx, part, key.blobId, sha256Hex)
    })
  } catch (error) {
    // After any other failure the commit may still have happened.
    if (error instanceof Refusal) await removeQuietly(storage, key)
    throw error
  }
}

/** What cannot be removed now is removed when the upload is complete or given up. */
async function removeQuietly(storage: FileStorage, key: BlobKey): Promise<void> {
  await storage.remove(key).catch(() => {})
}
