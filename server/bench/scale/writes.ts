import { randomUUID } from 'node:crypto'
import { CHECKOUTS } from '../load/purchase.ts'
import type { Ask } from '../load/request.ts'
import { spreadOf } from '../spread.ts'
import type { Holder, Instance } from './instance.ts'
import type { Found } from './walk.ts'

const KEYS = '/v1/customer-portal/license-keys/'
const STEPS = ['create a checkout', 'confirm it', 'activate its key', 'validate its key'] as const
const WARM_UP = 5

/** A whole sale to somebody new and what a program does with the key, in both instances in turn. */
export async function measureWrites(small: Instance, large: Instance, rounds: number): Promise<Found[]> {
  const found: Found[] = []
  const [other] = small.holders.filter(({ kind }) => kind === 'organization')
  if (!other) throw new Error('the small instance has no organization token')
  for (const holder of large.holders.filter(({ kind }) => kind === 'organization')) {
    const [one, two] = [await productOf(small, other), await productOf(large, holder)]
    const times = STEPS.map(() => ({ small: [] as number[], large: [] as number[] }))
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const first = await sell(small, other, one)
      const second = await sell(large, holder, two)
      if (round < 0) continue
      for (const [step, { small: a, large: b }] of times.entries()) {
        a.push(first[step] ?? Number.NaN)
        b.push(second[step] ?? Number.NaN)
      }
    }
    for (const [step, { small: a, large: b }] of times.entries()) {
      found.push({
        name: STEPS[step] ?? '',
        holder: holder.name,
        small: spreadOf(a).median,
        large: spreadOf(b).median,
        total: null,
      })
    }
  }
  return found
}

/** One that costs money once and gives a license key and a note, in either instance. */
async function productOf({ sql }: Instance, { organizationId }: Holder): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select p.id from products p join product_prices x on x.product_id = p.id and x.amount_type = 'fixed'
    where p.organization_id = ${organizationId} and not p.is_recurring and not p.is_archived
      and exists (select from product_benefits l join benefits b on b.id = l.benefit_id
        where l.product_id = p.id and b.properties -> 'activations' ->> 'limit' is not null)
    order by abs(2 - (select count(*) from product_benefits l where l.product_id = p.id)), p.created_at, p.id limit 1`
  if (!row) throw new Error('nothing to buy')
  return row.id
}

/** How long each step took. */
async function sell(instance: Instance, { token, organizationId }: Holder, productId: string): Promise<number[]> {
  const created = await timed(instance, { method: 'POST', path: CHECKOUTS, token, body: { product_id: productId } })
  const { id, client_secret } = created.answer as { id: string; client_secret: string }
  const buyer = { customer_email: `${randomUUID()}@example.com`, confirmation_token_id: 'ctoken_test_success' }
  const confirmed = await timed(instance, {
    method: 'POST',
    path: `${CHECKOUTS}client/${client_secret}/confirm`,
    body: buyer,
  })
  const [row] = await instance.sql<{ key: string }[]>`
    select k.key from orders o join benefit_grants g on g.order_id = o.id join license_keys k on k.grant_id = g.id
    where o.checkout_id = ${id}`
  const held = { key: row?.key, organization_id: organizationId }
  const activated = await timed(instance, {
    method: 'POST',
    path: `${KEYS}activate`,
    body: { ...held, label: 'Machine' },
  })
  const { id: activation_id } = activated.answer as { id: string }
  const validated = await timed(instance, { method: 'POST', path: `${KEYS}validate`, body: { ...held, activation_id } })
  return [created, confirmed, activated, validated].map(({ milliseconds }) => milliseconds)
}

async function timed({ caller }: Instance, ask: Ask): Promise<{ answer: unknown; milliseconds: number }> {
  const { status, body, milliseconds } = await caller.ask(ask)
  if (status >= 300) throw new Error(`${ask.path} answered ${status}: ${body.toString()}`)
  return { answer: JSON.parse(body.toString()), milliseconds }
}
