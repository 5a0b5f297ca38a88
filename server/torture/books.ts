import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../bench/checks.ts'
import type { Sql } from '../src/platform/postgres/pool.ts'
import type { Diary } from './buyers.ts'

/** Everything that is under way comes to its end, leases of dead processes included. */
export async function untilSettled(sql: Sql): Promise<void> {
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(200)) {
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from payment_work)::int + (select count(*) from events where sequence is null)::int as left`
    if (row?.left === 0) return
  }
}

/** What the buyers were told, against what was written and what was charged. */
export async function checkBooks(sql: Sql, diary: Diary, path: string): Promise<Check[]> {
  const told = [...diary.acknowledged]
  const [row] = await sql<Record<'lost' | 'doubled' | 'uncharged' | 'overcharged' | 'halfway' | 'work', number>[]>`
    with told as (select unnest(${told}::uuid[]) as id),
      sold as (select checkout_id, count(*) as many from orders where checkout_id is not null group by 1),
      charged as (
        select checkout_id, count(*) as many from (
          select checkout_id from sandbox.charges where refunded_amount < amount
          union all
          select checkout_id from payments
          where status = 'succeeded' and amount > 0 and processor_reference like 'sandbox\\_%') c
        group by 1)
    select
      (select count(*) from told t where not exists (select from sold s where s.checkout_id = t.id))::int as lost,
      (select count(*) from sold where many > 1)::int as doubled,
      (select count(*) from orders o where o.amount + o.tax_amount > 0
        and not exists (select from charged c where c.checkout_id = o.checkout_id))::int as uncharged,
      (select count(*) from charged c left join sold s using (checkout_id)
        where c.many > coalesce(s.many, 0))::int as overcharged,
      (select count(*) from checkouts where status = 'confirmed')::int as halfway,
      (select count(*) from payment_work)::int as work`
  if (!row) throw new Error('the books cannot be read')
  const none = (what: string, found: number) => ({
    what: `${path}: ${what}`,
    found: String(found),
    passed: found === 0,
  })
  return [
    none('confirms that were answered and have no order', row.lost),
    none('checkouts with two orders', row.doubled),
    none('orders without a charge', row.uncharged),
    none('charges without an order, or two for one', row.overcharged),
    none('checkouts half way', row.halfway),
    none('payments that nobody has finished', row.work),
    { ...none('answers that nobody should get', diary.strange.length), found: strangeText(diary) },
  ]
}

const strangeText = ({ strange }: Diary) =>
  strange.length === 0 ? '0' : `${strange.length}: ${strange.slice(0, 3).join('; ')}`
