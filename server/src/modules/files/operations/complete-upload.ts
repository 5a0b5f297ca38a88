import type { Actor } from '../../../kernel/actor.ts'
import { fieldIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { revise } from '../../../kernel/revision.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Transactions, Tx } from '../../../platform/postgres/transaction.ts'
import type { Assemblies, Whole } from '../assemblies.ts'
import { ChangingUpload } from '../errors.ts'
import type { StoredFile } from '../model.ts'
import { type ArrivedPart, requireArrived } from '../rules/check-completion.ts'
import { base64OfSum, etagOfSum } from '../rules/sums.ts'
import type { FileUploadCompleted } from '../schema.ts'
import { deleteParts, findParts, lockFile, saveFile } from '../store.ts'
import { fileView } from '../view.ts'
import { SWEEPS } from './sweep-files.ts'

/** An upload as it was found, and its parts put together. Both are null when there is nothing left to do. */
export interface Assembled {
  readonly parts: readonly ArrivedPart[] | null
  readonly whole: Whole | null
}

/**
 * Puts the parts together. Outside of any transaction, because that can take minutes; so whether they still are the
 * upload's parts is asked again when the result is saved.
 */
export async function assembleUpload(
  transactions: Transactions,
  assemblies: Assemblies,
  actor: Actor,
  id: string,
  body: FileUploadCompleted,
): Promise<Assembled> {
  const found = await transactions.run((tx) => findUpload(tx, actor, id, body))
  if (found.parts === null) return { parts: null, whole: null }
  return { parts: found.parts, whole: await assemblies.assemble(found.file, found.parts) }
}

async function findUpload(tx: Tx, actor: Actor, id: string, body: FileUploadCompleted) {
  const file = await findOwn(tx, actor, id)
  requireNamed(file, body)
  return { file, parts: file.isUploaded ? null : requireArrived(await findParts(tx, id), body) }
}

/**
 * The bytes are the file's from here on. A second call finds it complete and answers the same. What waits for bytes is
 * shown nowhere, so this is when others hear of the file.
 */
export async function completeUpload(
  tx: Tx,
  actor: Actor,
  id: string,
  assembled: Assembled,
  links: Links,
): Promise<StoredFile> {
  const file = await findOwn(tx, actor, id)
  if (file.isUploaded) return file
  const { parts, whole } = assembled
  if (parts === null || whole === null || !(await areStillTheParts(tx, parts))) throw new Refusal(ChangingUpload)
  const now = tx.clock.now(file.organizationId)
  const changes = {
    isUploaded: true,
    storageVersion: whole.blobId,
    checksumEtag: etagOfSum(whole.sha256Hex),
    checksumSha256Base64: base64OfSum(whole.sha256Hex),
    checksumSha256Hex: whole.sha256Hex,
    lastModifiedAt: now,
    sweepAt: new Date(),
    sweepsLeft: SWEEPS,
  }
  const complete = revise(file, changes, now)
  await saveFile(tx, complete)
  await deleteParts(tx, id)
  announceCreation(tx, 'file.created', { ...complete, type: 'file' }, fileView(complete, links))
  return complete
}

async function findOwn(tx: Tx, actor: Actor, id: string): Promise<StoredFile> {
  const file = await lockFile(tx, actor, id)
  if (!file) throw new Refusal(ResourceNotFound)
  tx.requireWriter(file.organizationId)
  return file
}

function requireNamed(file: StoredFile, body: FileUploadCompleted): void {
  const issues = [
    ...(body.id === file.id ? [] : [fieldIssue('id', 'This is not the id of the upload', body.id)]),
    ...(body.path === file.path ? [] : [fieldIssue('path', 'This is not the path of the file', body.path)]),
  ]
  if (issues.length > 0) throw new InvalidInput(issues)
}

async function areStillTheParts(tx: Tx, parts: readonly ArrivedPart[]): Promise<boolean> {
  const [first] = parts
  const current = first ? await findParts(tx, first.fileId) : []
  return current.length === parts.length && current.every((part, index) => part.blobId === parts[index]?.blobId)
}
