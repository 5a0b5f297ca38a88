import type { Check } from './check.ts'

export const DISCOUNT_CHECKS: readonly Check[] = [
  {
    name: 'redemptions_are_counted',
    sentence: 'The discount counts another number of redemptions than it has.',
    find: (sql) => sql`
      select d.id as discount_id, d.redemptions_count, coalesce(r.many, 0) as redemptions from discounts d
      left join (
        select discount_id, count(*) as many from discount_redemptions
        where status <> 'released' and is_counted group by discount_id
      ) r on r.discount_id = d.id
      where d.redemptions_count <> coalesce(r.many, 0)`,
  },
  {
    name: 'redemptions_stay_within_the_limit',
    sentence: 'The discount was redeemed more often than it may be.',
    find: (sql) => sql`
      select d.id as discount_id, d.max_redemptions, r.many as redemptions from discounts d
      join (
        select discount_id, count(*) as many from discount_redemptions where status <> 'released' group by discount_id
      ) r on r.discount_id = d.id
      where r.many > d.max_redemptions`,
  },
  {
    // A seller can lower this limit below what customers have used, so only what came after the last change counts.
    name: 'customer_stays_within_the_limit',
    sentence: 'A customer redeemed the discount more often than each may.',
    find: (sql) => sql`
      select r.id as redemption_id, r.discount_id, r.customer_id, r.checkout_id, r.place from (
        select x.*, d.max_redemptions_per_customer, d.modified_at,
          row_number() over (partition by x.discount_id, x.customer_id order by x.created_at, x.id) as place
        from discount_redemptions x
        join discounts d on d.id = x.discount_id and d.max_redemptions_per_customer is not null
        where x.status <> 'released'
      ) r
      where r.place > r.max_redemptions_per_customer and r.created_at > coalesce(r.modified_at, '-infinity')`,
  },
  {
    name: 'redemption_has_its_order',
    sentence: 'A place of the discount is used, and there is no order with this discount for it.',
    find: (sql) => sql`
      select r.id as redemption_id, r.discount_id, r.checkout_id, o.id as order_id from discount_redemptions r
      left join orders o on o.checkout_id = r.checkout_id
      where r.status = 'used'
        and (o.discount_id, o.customer_id) is distinct from (r.discount_id, r.customer_id)`,
  },
  {
    name: 'order_has_its_redemption',
    sentence: 'The order has a discount, and no place of it is used.',
    find: (sql) => sql`
      select o.id as order_id, o.discount_id, o.checkout_id from orders o
      left join discount_redemptions r on r.checkout_id = o.checkout_id and r.status = 'used'
      where o.discount_id is not null and o.checkout_id is not null and r.id is null`,
  },
  {
    name: 'place_is_held_while_being_paid',
    sentence: 'A place of the discount is held for a checkout that is not being paid, or is not held for one that is.',
    find: (sql) => sql`
      select c.id as checkout_id, c.status as checkout_status, c.discount_id, r.id as redemption_id
      from checkouts c
      full join (select * from discount_redemptions where status = 'reserved') r on r.checkout_id = c.id
      where case when r.id is not null then c.status is distinct from 'confirmed' or c.discount_id is distinct from r.discount_id
        else c.status = 'confirmed' and c.discount_id is not null end`,
  },
]
