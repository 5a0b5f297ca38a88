import type { Actor } from '../../../kernel/actor.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../../access/index.ts'
import type { CustomField } from '../model.ts'
import { newCustomField } from '../rules/custom-field.ts'
import type { CustomFieldCreate } from '../schema.ts'
import { insertCustomField } from '../store.ts'
import { customFieldView } from '../view.ts'
import { refuseTakenSlug } from './refuse-taken-slug.ts'

export async function createCustomField(tx: Tx, actor: Actor, input: CustomFieldCreate): Promise<CustomField> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  const field = newCustomField(organizationId, input, tx.clock.now(organizationId))
  await refuseTakenSlug(insertCustomField(tx, field), field.slug)
  announceCreation(tx, 'custom_field.created', { ...field, type: 'custom_field' }, customFieldView(field))
  return field
}
