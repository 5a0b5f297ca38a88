import type { SignedInCustomer } from '../../kernel/actor.ts'
import { where } from '../../platform/postgres/list.ts'
import type { Fragment, Sql } from '../../platform/postgres/pool.ts'

/**
 * The customer's door. A session reaches everything of its customer, or, when it came from a purchase for which
 * somebody merely typed the address, what that one checkout bought. Every statement of the portal has one of these
 * conditions in it; subscriptions have their own, `ownedBy`.
 */

/** On a row of `orders` under the alias `r`. Later payments of a subscription belong to the checkout that began it. */
export function ownOrder(sql: Sql, { id, onlyCheckoutId }: SignedInCustomer): Fragment {
  return where(sql, [
    sql`r.customer_id = ${id}`,
    onlyCheckoutId === null
      ? undefined
      : sql`(r.checkout_id = ${onlyCheckoutId} or r.subscription_id in (
          select begun.id from subscriptions begun where begun.checkout_id = ${onlyCheckoutId}))`,
  ])
}

/** On a row of `benefit_grants` under the alias `g`: it comes from an order or a subscription. */
export function ownGrant(sql: Sql, { id, onlyCheckoutId }: SignedInCustomer): Fragment {
  return where(sql, [
    sql`g.customer_id = ${id}`,
    onlyCheckoutId === null ? undefined : sql`${grantCheckout(sql)} = ${onlyCheckoutId}`,
  ])
}

/** The checkout that a row of `benefit_grants` under the alias `g` came from. */
export function grantCheckout(sql: Sql): Fragment {
  return sql`coalesce(
    (select source.checkout_id from orders source where source.id = g.order_id),
    (select source.checkout_id from subscriptions source where source.id = g.subscription_id))`
}

/** On a row of `license_keys` under the alias `k`: it comes from a grant. */
export function ownLicenseKey(sql: Sql, customer: SignedInCustomer): Fragment {
  return where(sql, [
    sql`k.customer_id = ${customer.id}`,
    customer.onlyCheckoutId === null
      ? undefined
      : sql`k.grant_id in (select g.id from benefit_grants g where ${ownGrant(sql, customer)})`,
  ])
}
