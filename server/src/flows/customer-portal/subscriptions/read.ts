import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import type { SortTerm } from '../../../kernel/sorting.ts'
import { type FullSubscription, listSubscriptions, ownedBy } from '../../../modules/subscriptions/index.ts'
import { where } from '../../../platform/postgres/list.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { OwnSubscriptionQuery } from './schema.ts'

/** `organization` is there for clients that ask for it: a session is of one organization, so it changes nothing. */
export const OWN_SUBSCRIPTION_CRITERIA = ['started_at', 'amount', 'status', 'organization', 'product'] as const
type Criterion = (typeof OWN_SUBSCRIPTION_CRITERIA)[number]

export function listOwnSubscriptions(
  db: Db,
  customer: SignedInCustomer,
  query: OwnSubscriptionQuery,
  sorting: readonly SortTerm<Criterion>[],
  page: Page,
): Promise<Listed<FullSubscription>> {
  const { sql } = db
  const door = where(sql, [
    ownedBy(sql, customer),
    query.query === undefined
      ? undefined
      : sql`exists (select from products named
          where named.id = s.product_id and strpos(lower(named.name), lower(${query.query})) > 0)`,
  ])
  const filter = {
    organizationId: query.organization_id,
    productId: query.product_id,
    customerId: undefined,
    discountId: undefined,
    active: query.active,
  }
  const effective = sorting.flatMap(({ by, descending }) => (by === 'organization' ? [] : [{ by, descending }]))
  return listSubscriptions(db, door, filter, effective, page)
}
