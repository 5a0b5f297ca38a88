import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../../access/index.ts'
import { tooManyUploads } from '../errors.ts'
import type { StoredFile, UploadPart } from '../model.ts'
import { checkAnnouncement, type FileLimits } from '../rules/check-announcement.ts'
import type { FileCreate } from '../schema.ts'
import { countOpenUploads, insertFile } from '../store.ts'

const UPLOAD_MILLISECONDS = 86_400_000
const MOST_OPEN_UPLOADS = 1000

export interface AnnouncedFile {
  readonly file: StoredFile
  readonly parts: readonly UploadPart[]
  /** After that the upload is given up. */
  readonly expiresAt: Date
}

/** Announces a file: what it is, and the parts in which its bytes will come. */
export async function createFile(tx: Tx, actor: Actor, input: FileCreate, limits: FileLimits): Promise<AnnouncedFile> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  checkAnnouncement(input, limits)
  // Real time, as for every link: the bytes are sent by somebody's computer, whatever the organization's clock says.
  const expiresAt = new Date(Date.now() + UPLOAD_MILLISECONDS)
  const file = newFile(organizationId, input, tx.clock.now(organizationId), expiresAt)
  const parts = partsOf(file.id, input)
  if ((await countOpenUploads(tx, organizationId)) >= MOST_OPEN_UPLOADS) throw tooManyUploads(MOST_OPEN_UPLOADS)
  await insertFile(tx, file, parts)
  return { file, parts, expiresAt }
}

function newFile(organizationId: string, input: FileCreate, now: Date, expiresAt: Date): StoredFile {
  const id = newId()
  return {
    id,
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    service: input.service,
    name: input.name,
    path: `${input.service}/${id}/${randomBytes(16).toString('hex')}`,
    mimeType: input.mime_type,
    size: input.size,
    release: input.version ?? null,
    checksumEtag: null,
    checksumSha256Base64: input.checksum_sha256_base64 ?? null,
    checksumSha256Hex: null,
    storageVersion: null,
    lastModifiedAt: null,
    isUploaded: false,
    sweepAt: expiresAt,
    sweepsLeft: 0,
    deletedAt: null,
  }
}

function partsOf(fileId: string, input: FileCreate): readonly UploadPart[] {
  return [...input.upload.parts]
    .sort((a, b) => a.number - b.number)
    .map((part) => ({
      fileId,
      number: part.number,
      firstByte: part.chunk_start,
      nextByte: part.chunk_end,
      checksumSha256Base64: part.checksum_sha256_base64 ?? null,
      blobId: null,
      arrivedSha256Hex: null,
    }))
}
