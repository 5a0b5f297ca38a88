import type { Check } from './check.ts'

/** Grants belong to an order or to a subscription; joins go by whichever it is. */
export const GRANT_CHECKS: readonly Check[] = [
  {
    // Whoever was refunded keeps what they have and gets nothing more; what is being reviewed will be right soon.
    name: 'buyer_has_the_benefits',
    sentence: 'Somebody bought the product, and was not granted one of its benefits.',
    find: (sql) => sql`
      with holders as (
        select o.id as source_id, o.id as order_id, null::uuid as subscription_id, o.customer_id, o.product_id
        from orders o
        where o.subscription_id is null and o.status <> 'refunded' and o.benefits_revoked_at is null
        union all
        select s.id, null, s.id, s.customer_id, s.product_id from subscriptions s where s.status in ('active', 'trialing')
      )
      select h.order_id, h.subscription_id, l.benefit_id, g.id as grant_id from holders h
      join customers c on c.id = h.customer_id and c.deleted_at is null
      join product_benefits l on l.product_id = h.product_id
      join benefits b on b.id = l.benefit_id and b.deleted_at is null
      left join benefit_grants g on coalesce(g.order_id, g.subscription_id) = h.source_id and g.benefit_id = l.benefit_id
      where g.is_granted is not true and h.product_id not in (select r.product_id from grant_reviews r)`,
  },
  {
    name: 'refund_took_the_benefits',
    sentence: 'All of the order was refunded, its benefits were to go too, and nobody has taken them back.',
    find: (sql) => sql`
      select o.id as order_id, o.refunded_amount from orders o
      where o.status = 'refunded' and o.benefits_revoked_at is null
        and o.id in (select f.order_id from refunds f where f.revoke_benefits and f.status = 'succeeded')`,
  },
  {
    name: 'revoked_benefits_stay_away',
    sentence: 'A refund took the benefits of the order back, and one of them is granted again.',
    find: (sql) => sql`
      select g.id as grant_id, g.order_id, o.benefits_revoked_at from benefit_grants g
      join orders o on o.id = g.order_id
      where g.is_granted and o.benefits_revoked_at is not null`,
  },
  {
    name: 'grant_is_due',
    sentence: 'A benefit is granted that the product does not have.',
    find: (sql) => sql`
      select g.id as grant_id, g.order_id, g.subscription_id, g.benefit_id from benefit_grants g
      left join orders o on o.id = g.order_id
      left join subscriptions s on s.id = g.subscription_id
      join benefits b on b.id = g.benefit_id
      left join product_benefits l on l.product_id = coalesce(o.product_id, s.product_id) and l.benefit_id = g.benefit_id
      where g.is_granted and s.ended_at is null and (l.benefit_id is null or b.deleted_at is not null)
        and coalesce(o.product_id, s.product_id) not in (select r.product_id from grant_reviews r)`,
  },
  {
    name: 'ended_subscription_grants_nothing',
    sentence: 'The subscription has ended, and one of its benefits is still granted.',
    find: (sql) => sql`
      select g.id as grant_id, s.id as subscription_id, s.ended_at
      from benefit_grants g join subscriptions s on s.id = g.subscription_id
      where g.is_granted and s.ended_at is not null`,
  },
  {
    name: 'deleted_customer_keeps_nothing',
    sentence: 'The customer was deleted, and a benefit or a subscription is still theirs.',
    find: (sql) => sql`
      select c.id as customer_id, g.id as grant_id, null::uuid as subscription_id
      from customers c join benefit_grants g on g.customer_id = c.id
      where c.deleted_at is not null and g.is_granted and c.id not in (select e.customer_id from customer_erasures e)
      union all
      select c.id, null, s.id from customers c join subscriptions s on s.customer_id = c.id
      where c.deleted_at is not null and s.ended_at is null`,
  },
  {
    name: 'grant_says_since_when',
    sentence: 'Whether the benefit is granted does not fit when it was granted and revoked.',
    find: (sql) => sql`
      select g.id as grant_id, g.is_granted, g.granted_at, g.revoked_at from benefit_grants g
      where g.granted_at is null or g.is_granted <> (g.revoked_at is null)`,
  },
  {
    name: 'grant_fits_its_purchase',
    sentence: 'The benefit is granted to another customer than the one who bought it.',
    find: (sql) => sql`
      select g.id as grant_id, g.order_id, g.subscription_id, g.customer_id from benefit_grants g
      left join orders o on o.id = g.order_id
      left join subscriptions s on s.id = g.subscription_id
      where (g.customer_id, g.organization_id) is distinct from
        (coalesce(o.customer_id, s.customer_id), coalesce(o.organization_id, s.organization_id))`,
  },
]
