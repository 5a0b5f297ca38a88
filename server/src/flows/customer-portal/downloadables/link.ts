import { createHash } from 'node:crypto'
import { openAddress, sealAddress } from '../../../kernel/sealed-link.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { addMilliseconds } from '../../../kernel/time.ts'

const PURPOSE = 'downloadable'
const HOUR = 3_600_000

/** What a link stands for. It names the grant, so that it ends with the grant and not an hour later. */
export interface LinkedFile {
  readonly grantId: string
  readonly fileId: string
}

/** When a link ends that is made now, in real time. */
export function linkEnd(now: Date): Date {
  return addMilliseconds(now, HOUR)
}

export function sealLink(box: SecretBox, { grantId, fileId }: LinkedFile, expiresAt: Date): string {
  return sealAddress(box, PURPOSE, expiresAt, grantId, fileId)
}

export function openLink(box: SecretBox, sealed: string, now: Date): LinkedFile & { readonly expiresAt: Date } {
  const { named, expiresAt } = openAddress(box, PURPOSE, sealed, now)
  const [grantId = '', fileId = ''] = named
  return { grantId, fileId, expiresAt }
}

/** An id that needs no table: a UUID of version 8 (RFC 9562), made from the two that it stands for. */
export function downloadableId({ grantId, fileId }: LinkedFile): string {
  const bytes = createHash('sha256').update(`${grantId} ${fileId}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
