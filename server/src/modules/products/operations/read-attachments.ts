import type { Actor } from '../../../kernel/actor.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findCustomFields, holdCustomFields } from '../../custom-fields/index.ts'
import { findFiles, holdFiles } from '../../files/index.ts'
import { type Attachments, type AttachmentsInput, attachmentsAfter } from '../rules/attachments.ts'

/** Before the product is locked: nothing that a body names is deleted from here on. */
export async function holdAttachments(tx: Tx, actor: Actor, input: AttachmentsInput): Promise<void> {
  await holdFiles(tx, actor, input.medias ?? [])
  await holdCustomFields(tx, actor, fieldIdsOf(input))
}

/** Files and custom fields that a body names, found among those of the organization. */
export async function readAttachments(
  db: Db,
  organizationId: string,
  before: Attachments,
  input: AttachmentsInput,
): Promise<Attachments> {
  const files = await findFiles(db, organizationId, input.medias ?? [], 'product_media')
  const fields = await findCustomFields(db, organizationId, fieldIdsOf(input))
  return attachmentsAfter(before, input, { files, fields })
}

function fieldIdsOf({ attached_custom_fields: fields }: AttachmentsInput): string[] {
  return (fields ?? []).map((each) => each.custom_field_id)
}
