import { type FileLinks, fileDownloadView } from '../../../modules/files/index.ts'
import { downloadableId, sealLink } from './link.ts'
import type { GrantedFile } from './read.ts'
import type { Downloadable } from './schema.ts'

/** With a link that works until then, in real time, and no longer than the grant lasts. */
export function downloadableView(granted: GrantedFile, by: FileLinks, expiresAt: Date): Downloadable {
  const { grantId, benefitId, file } = granted
  const linked = { grantId, fileId: file.id }
  const view = fileDownloadView(file, by, expiresAt)
  const download = { ...view.download, url: by.links.ownDownload(sealLink(by.box, linked, expiresAt)) }
  return { id: downloadableId(linked), benefit_id: benefitId, file: { ...view, download } }
}
