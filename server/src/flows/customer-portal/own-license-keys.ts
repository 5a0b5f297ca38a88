import type { SignedInCustomer } from '../../kernel/actor.ts'
import type { Listed, Page } from '../../kernel/page.ts'
import type { SortTerm } from '../../kernel/sorting.ts'
import {
  type LicenseKeyCriterion,
  type LicenseKeyWithCustomer,
  listLicenseKeysWhere,
} from '../../modules/license-keys/index.ts'
import { where } from '../../platform/postgres/list.ts'
import type { Db, Fragment, Sql } from '../../platform/postgres/pool.ts'

/** The customer's own keys, as far as their session reaches. */
export function ownLicenseKeys(
  db: Db,
  customer: SignedInCustomer,
  benefitIds: readonly string[] | undefined,
  sorting: readonly SortTerm<LicenseKeyCriterion>[],
  page: Page,
): Promise<Listed<LicenseKeyWithCustomer>> {
  const { sql } = db
  const condition = where(sql, [
    sql`k.customer_id = ${customer.id}`,
    customer.onlyCheckoutId === null ? undefined : boughtBy(sql, customer.onlyCheckoutId),
    benefitIds && sql`k.benefit_id = any(${benefitIds as string[]}::uuid[])`,
  ])
  return listLicenseKeysWhere(db, condition, sorting, page)
}

/** A key comes from a grant, a grant from an order or a subscription, and both know their checkout. */
function boughtBy(sql: Sql, checkoutId: string): Fragment {
  return sql`k.grant_id in (
    select g.id from benefit_grants g
    left join orders o on o.id = g.order_id
    left join subscriptions s on s.id = g.subscription_id
    where g.customer_id = k.customer_id and coalesce(o.checkout_id, s.checkout_id) = ${checkoutId})`
}
