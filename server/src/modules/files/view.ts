import type { Links } from '../../kernel/links.ts'
import { downloadLink, type FileLinks, partLink } from './links.ts'
import type { StoredFile, UploadPart } from './model.ts'
import { readableSize } from './rules/readable-size.ts'
import type { FileDownload, FileUpload, File as FileWire, ProductMediaFile } from './schema.ts'

export function fileView(file: StoredFile, links: Links): FileWire {
  const isPublic = file.service !== 'downloadable'
  return { ...baseView(file), service: file.service, public_url: isPublic ? publicUrl(file, links) : null }
}

export function productMediaView(file: StoredFile, links: Links): ProductMediaFile {
  return { ...baseView(file), service: 'product_media', public_url: publicUrl(file, links) }
}

/** With a link that works until then, in real time. */
export function fileDownloadView(file: StoredFile, fileLinks: FileLinks, expiresAt: Date): FileDownload {
  const { url } = downloadLink(fileLinks, file.id, expiresAt)
  return {
    ...baseView(file),
    service: file.service,
    download: { url, headers: {}, expires_at: expiresAt.toISOString() },
  }
}

/** With where to send the parts, until the upload is given up. */
export function fileUploadView(
  file: StoredFile,
  parts: readonly UploadPart[],
  fileLinks: FileLinks,
  expiresAt: Date,
): FileUpload {
  return {
    ...fileView(file, fileLinks.links),
    upload: {
      id: file.id,
      path: file.path,
      parts: parts.map((part) => ({
        number: part.number,
        chunk_start: part.firstByte,
        chunk_end: part.nextByte,
        checksum_sha256_base64: part.checksumSha256Base64,
        url: partLink(fileLinks, file.id, part.number, expiresAt).url,
        expires_at: expiresAt.toISOString(),
        headers: {},
      })),
    },
  }
}

/** The path without its first word, which says nothing new. */
function publicUrl({ path }: StoredFile, links: Links): string {
  return links.file(path.slice(path.indexOf('/') + 1))
}

function baseView(file: StoredFile) {
  return {
    id: file.id,
    created_at: file.createdAt.toISOString(),
    organization_id: file.organizationId,
    name: file.name,
    path: file.path,
    mime_type: file.mimeType,
    size: file.size,
    size_readable: readableSize(file.size),
    version: file.release,
    is_uploaded: file.isUploaded,
    checksum_etag: file.checksumEtag,
    checksum_sha256_base64: file.checksumSha256Base64,
    checksum_sha256_hex: file.checksumSha256Hex,
    storage_version: file.storageVersion,
    last_modified_at: file.lastModifiedAt?.toISOString() ?? null,
  }
}
