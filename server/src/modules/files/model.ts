import type { Versioned } from '../../kernel/revision.ts'

export const FILE_SERVICES = ['downloadable', 'product_media', 'organization_avatar'] as const
export type FileService = (typeof FILE_SERVICES)[number]

export interface StoredFile extends Versioned {
  readonly id: string
  readonly organizationId: string
  readonly service: FileService
  readonly name: string
  /** Ends in a random text, which makes the public address hard to guess. */
  readonly path: string
  readonly mimeType: string
  readonly size: number
  /** What the seller calls this release of the file; `version` on the wire. */
  readonly release: string | null
  readonly checksumEtag: string | null
  readonly checksumSha256Base64: string | null
  readonly checksumSha256Hex: string | null
  /** Which bytes in the storage are the file's. Others of the same file are left over. */
  readonly storageVersion: string | null
  readonly lastModifiedAt: Date | null
  readonly isUploaded: boolean
  /** When the storage has to be looked at again, in real time. */
  readonly sweepAt: Date | null
  readonly sweepsLeft: number
  readonly deletedAt: Date | null
}

/** A part of an upload: which bytes of the file it is, and what has arrived. */
export interface UploadPart {
  readonly fileId: string
  readonly number: number
  readonly firstByte: number
  /** The first byte that no longer belongs to the part. */
  readonly nextByte: number
  /** What the seller announced. */
  readonly checksumSha256Base64: string | null
  /** The bytes in the storage; null until they have arrived. */
  readonly blobId: string | null
  readonly arrivedSha256Hex: string | null
}
