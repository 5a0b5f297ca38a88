import type { Db } from '../../../platform/postgres/pool.ts'
import { findCustomFields } from '../../custom-fields/index.ts'
import { findFiles } from '../../files/index.ts'
import { type Attachments, type AttachmentsInput, attachmentsAfter } from '../rules/attachments.ts'

/** Files and custom fields that a body names, found among those of the organization. */
export async function readAttachments(
  db: Db,
  organizationId: string,
  before: Attachments,
  input: AttachmentsInput,
): Promise<Attachments> {
  const ids = (input.attached_custom_fields ?? []).map((each) => each.custom_field_id)
  const files = await findFiles(db, organizationId, input.medias ?? [], 'product_media')
  const fields = await findCustomFields(db, organizationId, ids)
  return attachmentsAfter(before, input, { files, fields })
}
