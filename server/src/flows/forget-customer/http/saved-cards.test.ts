import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buy, confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { eraseAt, forgotten, whoMentions } from '../../../../test/support/forgotten.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { StripeStandIn } from '../../../../test/support/stripe-stand-in.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { SecretBox } from '../../../kernel/secrets.ts'

const box = new SecretBox('a secret key of this file')
const soon = { timeout: 15_000 }

let standIn: StripeStandIn
let till: TestTill
beforeAll(async () => {
  standIn = await StripeStandIn.start(1000)
  till = await startTill({ box, payments: { stripe: standIn.settings } })
})
afterEach(() => {
  standIn.trouble = () => undefined
})
afterAll(async () => {
  await stopWithCleanBooks(till)
  await standIn.stop()
})

async function makeShop(mode: 'live' | 'sandbox'): Promise<string> {
  const { id } = await makeOrganization(till)
  if (mode === 'live') await till.owner.must(till.owner.patch(`/v1/organizations/${id}`, { payments: { mode } }))
  return id
}

/** Somebody who pays every month, with a card at Stripe. */
async function subscribe(): Promise<{ customerId: string; card: string }> {
  const plan = await makeRecurringProduct(till, await makeShop('live'))
  const checkout = await makeCheckout(till, { product_id: plan.id, customer_email: `saved-${unique()}@example.com` })
  const token = { confirmation_token_id: standIn.books.makeToken('pays') }
  await till.anonymous.must(confirm(till.anonymous, checkout, token))
  const intent = [...standIn.books.intents.values()].findLast((at) => at.metadata.checkout_id === checkout.id)
  const { customer_id } = await till.owner.must(till.owner.get(`/v1/checkouts/custom/${checkout.id}`))
  return { customerId: customer_id, card: intent?.payment_method ?? '' }
}

const remove = (id: string) => till.owner.must(till.owner.delete(`/v1/customers/${id}`))
const ownerAtStripe = (card: string) => standIn.books.cards.get(card)?.customer
const workFor = (customerId: string) => till.sql<{ tries: number }[]>`
  select w.tries from detach_work w join payment_methods m on m.id = w.payment_method_id
  where m.customer_id = ${customerId}`
const methodsOf = (customerId: string) => till.sql<{ isDetached: boolean }[]>`
  select detached_at is not null as is_detached from payment_methods where customer_id = ${customerId}`

describe('the cards of a customer who is deleted', () => {
  it('are detached at Stripe, and what Stripe calls the customer is forgotten', async () => {
    const { customerId, card } = await subscribe()
    const reference = ownerAtStripe(card)
    expect(reference).toMatch(/^cus_/)
    expect(await whoMentions(till, String(reference), box)).toEqual(['processor_customers'])
    expect(await methodsOf(customerId)).toEqual([{ isDetached: false }])
    await remove(customerId)
    expect(await methodsOf(customerId)).toEqual([{ isDetached: true }])
    expect(await whoMentions(till, String(reference), box)).toEqual([])
    await expect.poll(() => ownerAtStripe(card), soon).toBeNull()
    await expect.poll(() => workFor(customerId), soon).toEqual([])
  })

  it('are detached when Stripe is there again, however often it was not', async () => {
    standIn.trouble = (call) => (call.endsWith('/detach') ? 'reset' : undefined)
    const { customerId, card } = await subscribe()
    await remove(customerId)
    await expect.poll(async () => (await workFor(customerId))[0]?.tries, soon).toBeGreaterThan(1)
    expect(ownerAtStripe(card)).toMatch(/^cus_/)
    standIn.trouble = (call) => (call.endsWith('/detach') ? 'lost' : undefined)
    await expect.poll(() => ownerAtStripe(card), { timeout: 30_000 }).toBeNull()
    // Done, and nobody was told: asking again does no harm.
    expect(await workFor(customerId)).toHaveLength(1)
    standIn.trouble = () => undefined
    await till.sql`update detach_work set due_at = now()`
    await expect.poll(() => workFor(customerId), soon).toEqual([])
  }, 60_000)

  it('are detached when the money comes only afterwards, and goes back', async () => {
    const plan = await makeRecurringProduct(till, await makeShop('live'))
    const checkout = await makeCheckout(till, { product_id: plan.id, customer_email: `late-${unique()}@example.com` })
    const token = { confirmation_token_id: standIn.books.makeToken('thinks') }
    const { customer_id } = await till.anonymous.must(confirm(till.anonymous, checkout, token))
    await remove(customer_id)
    const intent = [...standIn.books.intents.values()].findLast((at) => at.metadata.checkout_id === checkout.id)
    standIn.books.succeed(intent?.id ?? '')
    await till.sql`update payment_work set due_at = now()`
    const isStray = () => till.sql`select from payments where checkout_id = ${checkout.id} and is_stray`
    await expect.poll(isStray, soon).toHaveLength(1)
    await expect.poll(() => ownerAtStripe(intent?.payment_method ?? ''), soon).toBeNull()
    await expect.poll(() => workFor(customer_id), soon).toEqual([])
  })

  it('are detached by the second look, when a purchase that knew nothing of it kept one', async () => {
    const { customerId, card } = await subscribe()
    await remove(customerId)
    await expect.poll(() => workFor(customerId), soon).toEqual([])
    await forgotten(till, customerId)
    const late = 'pm_late_card'
    standIn.books.cards.set(late, { ...standIn.books.cards.get(card), id: late, customer: 'cus_late' } as never)
    await till.sql`
      insert into payment_methods (id, created_at, organization_id, customer_id, processor, processor_reference, card)
      select gen_random_uuid(), created_at, organization_id, customer_id, processor, ${late}, card
      from payment_methods where customer_id = ${customerId}`
    await till.sql`insert into processor_customers values (${customerId}, 'stripe', 'cus_late')`
    const left = () => till.sql`select from customer_erasures where customer_id = ${customerId}`
    while ((await left()).length > 0) await eraseAt(till, new Date(Date.now() + 10 * 60_000), box)
    expect(await till.sql`select from processor_customers where customer_id = ${customerId}`).toEqual([])
    await expect.poll(() => ownerAtStripe(late), soon).toBeNull()
  })

  it('are detached in the sandbox, too', async () => {
    const plan = await makeRecurringProduct(till, await makeShop('sandbox'))
    const { customer_id } = await buy(till, plan.id, `saved-${unique()}@example.com`)
    await remove(customer_id)
    expect(await methodsOf(customer_id)).toEqual([{ isDetached: true }])
    await expect.poll(() => workFor(customer_id), soon).toEqual([])
  })
})

describe('a payment under way of a customer who is deleted', () => {
  const TRACES = ['Wolfram Zauberlehrling', 'zauberlehrling@example.com', 'Besenkammer']

  it('keeps nothing of them, and ends as it would', async () => {
    const shop = await makeShop('sandbox')
    const product = await makeProduct(till, shop)
    const checkout = await makeCheckout(till, {
      product_id: product.id,
      customer_name: TRACES[0],
      customer_email: TRACES[1],
      customer_billing_address: { country: 'DE', line1: TRACES[2] },
    })
    const token = { confirmation_token_id: 'ctoken_test_authentication_required' }
    await till.anonymous.must(confirm(till.anonymous, checkout, token))
    expect(await whoMentions(till, TRACES[1] ?? '', box)).toContain('payment_work')
    const { customer_id } = await till.owner.must(till.owner.get(`/v1/checkouts/custom/${checkout.id}`))
    await remove(customer_id)
    for (const trace of TRACES) expect(await whoMentions(till, trace, box)).not.toContain('payment_work')
    await till.sql`
      update payment_work set due_at = now(), buyer_asked_at = now() - interval '1 hour'
      where checkout_id = ${checkout.id}`
    const statusOf = async () => (await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.status
    await expect.poll(statusOf, soon).toBe('expired')
    await forgotten(till, customer_id)
    for (const trace of TRACES) expect(await whoMentions(till, trace, box)).toEqual([])
  })
})
