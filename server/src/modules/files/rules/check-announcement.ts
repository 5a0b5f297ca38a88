import { fieldIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { FileService } from '../model.ts'
import type { FileCreate } from '../schema.ts'
import { coverageIssues } from './cover-file.ts'
import { readableSize } from './readable-size.ts'

/** How many bytes a file may have. */
export interface FileLimits {
  /** Pictures: product media and avatars. */
  readonly mediaBytes: number
  readonly downloadableBytes: number
}

/** The pictures that every browser shows. Script in a drawing does not run, because of how we serve it. */
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'] as const

function sizeLimit(service: FileService, limits: FileLimits): number {
  return service === 'downloadable' ? limits.downloadableBytes : limits.mediaBytes
}

/** The type without its parameters, as it is compared and served. */
export function plainType(mimeType: string): string {
  return mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function isPicture(mimeType: string): boolean {
  return (PICTURES as readonly string[]).includes(plainType(mimeType))
}

/** Everything that is wrong with what a seller wants to upload, at once. */
export function checkAnnouncement(input: FileCreate, limits: FileLimits): void {
  const issues = coverageIssues(input.size, input.upload.parts)
  const limit = sizeLimit(input.service, limits)
  if (input.size > limit) {
    issues.unshift(fieldIssue('size', `Such a file has at most ${limit} bytes (${readableSize(limit)})`, input.size))
  }
  if (input.service !== 'downloadable' && !isPicture(input.mime_type)) {
    const msg = `Product media and avatars are pictures: ${PICTURES.join(', ')}`
    issues.unshift(fieldIssue('mime_type', msg, input.mime_type))
  }
  if (issues.length > 0) throw new InvalidInput(issues)
}
