import type { Links } from '../../kernel/links.ts'
import { openAddress, sealAddress } from '../../kernel/sealed-link.ts'
import type { SecretBox } from '../../kernel/secrets.ts'

const DOWNLOAD = 'file-download'
const PART = 'file-part'

/** What makes the addresses that only we can make. */
export interface FileLinks {
  readonly links: Links
  readonly box: SecretBox
}

export interface SealedLink {
  readonly url: string
  readonly expiresAt: Date
}

/** Whoever has it can fetch the file, so it is made only for those who may. It ends in real time. */
export function downloadLink({ links, box }: FileLinks, fileId: string, expiresAt: Date): SealedLink {
  return { url: links.download(sealAddress(box, DOWNLOAD, expiresAt, fileId)), expiresAt }
}

export function openDownloadLink(box: SecretBox, sealed: string): { fileId: string } {
  const [fileId = ''] = openAddress(box, DOWNLOAD, sealed, new Date()).named
  return { fileId }
}

/** Where to send one part, and nothing else. */
export function partLink({ links, box }: FileLinks, fileId: string, part: number, expiresAt: Date): SealedLink {
  return { url: links.uploadPart(sealAddress(box, PART, expiresAt, fileId, String(part))), expiresAt }
}

export function openPartLink(box: SecretBox, sealed: string): { fileId: string; number: number } {
  const [fileId = '', number = ''] = openAddress(box, PART, sealed, new Date()).named
  return { fileId, number: Number(number) }
}
