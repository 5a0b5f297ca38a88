import type { Actor } from '../../../kernel/actor.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { owningOrganization } from '../../access/index.ts'
import type { Benefit } from '../model.ts'
import { newBenefit } from '../rules.ts'
import type { BenefitCreate } from '../schema.ts'
import { insertBenefit } from '../store.ts'
import { benefitView } from '../view.ts'
import { holdNamedFiles, requireNamedFiles } from './named-files.ts'

export async function createBenefit(tx: Tx, actor: Actor, input: BenefitCreate): Promise<Benefit> {
  const organizationId = await owningOrganization(tx, actor, input.organization_id)
  const benefit = newBenefit(organizationId, input, tx.clock.now(organizationId))
  await holdNamedFiles(tx, actor, input.properties)
  await requireNamedFiles(tx, organizationId, input.type, input.properties)
  await insertBenefit(tx, benefit)
  announceCreation(tx, 'benefit.created', { ...benefit, type: 'benefit' }, benefitView(benefit))
  return benefit
}
