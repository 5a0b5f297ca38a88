import type { SignedInCustomer } from '../../../kernel/actor.ts'
import { fieldIssue, InvalidInput } from '../../../kernel/invalid-input.ts'
import type { Links } from '../../../kernel/links.ts'
import {
  type FullSubscription,
  requireCustomerUpdates,
  updateOwnSubscription,
} from '../../../modules/subscriptions/index.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { OwnSubscriptionUpdate } from './schema.ts'

export async function changeOwnSubscription(
  tx: Tx,
  customer: SignedInCustomer,
  id: string,
  body: OwnSubscriptionUpdate,
  links: Links,
): Promise<FullSubscription> {
  await refusePlanChange(tx, customer, body)
  const ask = { kind: kindOf(body), reason: body.cancellation_reason, comment: body.cancellation_comment }
  try {
    return await updateOwnSubscription(tx, customer, id, ask, links)
  } catch (error) {
    throw error instanceof InvalidInput ? inOurWords(error) : error
  }
}

function kindOf({ cancel_at_period_end: cancels }: OwnSubscriptionUpdate): 'cancel' | 'uncancel' | 'explain' {
  if (cancels === undefined || cancels === null) return 'explain'
  return cancels ? 'cancel' : 'uncancel'
}

async function refusePlanChange(tx: Tx, customer: SignedInCustomer, body: OwnSubscriptionUpdate): Promise<void> {
  const issues = (['product_price_id', 'product_id'] as const)
    .filter((field) => body[field] !== undefined)
    .map((field) => fieldIssue(field, 'The plan of a subscription cannot be changed yet', body[field]))
  if (issues.length === 0) return
  await requireCustomerUpdates(tx, customer.organizationId)
  throw new InvalidInput(issues)
}

/** The seller's routes call these fields `customer_cancellation_...`. */
function inOurWords({ issues }: InvalidInput): InvalidInput {
  return new InvalidInput(
    issues.map((issue) => ({
      ...issue,
      loc: issue.loc.map((part) =>
        typeof part === 'string' ? part.replace(/^customer_cancellation/, 'cancellation') : part,
      ),
    })),
  )
}
