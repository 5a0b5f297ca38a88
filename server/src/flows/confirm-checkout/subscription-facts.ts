import { type Discount, discountFromJson, discountJson } from '../../modules/discounts/index.ts'
import { type HeldGrant, heldGrantFromJson, heldGrantsJson } from '../../modules/license-keys/index.ts'
import {
  type FullProduct,
  fullProductFromJson,
  fullProductJson,
  type Price,
  priceFromJson,
} from '../../modules/products/index.ts'
import type { Subscription } from '../../modules/subscriptions/index.ts'
import type { Fragment, Sql } from '../../platform/postgres/pool.ts'
import { fromRow } from '../../platform/postgres/rows.ts'

/** A subscription as it is before an upgrade, with what was granted for it, now or ever. */
export interface SubscriptionFacts {
  readonly subscription: Subscription
  readonly product: FullProduct
  readonly price: Price
  readonly discount: Discount | null
  readonly held: readonly HeldGrant[]
}

interface SubscriptionFactsJson {
  readonly subscription: object
  readonly product: object
  readonly price: object
  readonly discount: object | null
  readonly held: readonly object[]
}

/** As one JSON value, for a statement that has the checkout `c`; null for a checkout that upgrades nothing. */
export function subscriptionFacts(sql: Sql): Fragment {
  return sql`case when c.subscription_id is not null then (
    select json_build_object(
      'subscription', to_json(su), 'product', ${fullProductJson(sql, 'su_product')}, 'price', to_json(su_price),
      'discount', case when su_discount.id is null then null else ${discountJson(sql, 'su_discount')} end,
      'held', ${heldGrantsJson(sql, sql`g.subscription_id = su.id`)})
    from subscriptions su
    join products su_product on su_product.id = su.product_id
    join product_prices su_price on su_price.id = su.price_id
    left join discounts su_discount on su_discount.id = su.discount_id
    where su.id = c.subscription_id) end`
}

export function subscriptionFactsFromJson(json: object): SubscriptionFacts {
  const { subscription, product, price, discount, held } = json as SubscriptionFactsJson
  return {
    subscription: fromRow<Subscription>(subscription),
    product: fullProductFromJson(product),
    price: priceFromJson(price),
    discount: discount && discountFromJson(discount),
    held: held.map(heldGrantFromJson),
  }
}
