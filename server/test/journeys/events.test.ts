import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/platform/events/types.ts'
import { makeLicenseKeysBenefit } from '../support/benefit-factories.ts'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import type { Reply } from '../support/client.ts'
import { eventsDuring } from '../support/event-log.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeFreeProduct, makeProduct, makeRecurringProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'
import { printedTable, rewriteTable, storiesIn, type ToldStep, tableOf, typesIn } from './events-guide.ts'

type Body = Reply['body']
type Does = (step: string, work: () => Promise<Body>) => Promise<Body>

/** Writes what does not fit any more into the guide, instead of failing. */
const isUpdate = process.env.UPDATE_EVENTS_GUIDE === '1'

let till: TestTill
beforeAll(async () => {
  till = await startTill({ payments: { sandboxDelays: { late: 100, dispute: 100 } } })
})
afterAll(() => stopWithCleanBooks(till))

/** A shop with one product, which comes with a license key. */
async function openShop(make: typeof makeProduct): Promise<{ organizationId: string; productId: string }> {
  const { id: organizationId } = await makeOrganization(till)
  const { id: productId } = await make(till, organizationId)
  const benefit = await makeLicenseKeysBenefit(till, organizationId, { properties: { activations: { limit: 2 } } })
  await till.owner.must(till.owner.post(`/v1/products/${productId}/benefits`, { benefits: [benefit.id] }))
  return { organizationId, productId }
}

const open = (productId: string) => makeCheckout(till, { product_id: productId })
const pay = (checkout: Body, card = 'success') =>
  confirm(till.anonymous, checkout, {
    customer_email: 'ada@example.com',
    confirmation_token_id: `ctoken_test_${card}`,
  })
const patch = (path: string, body: object) => till.owner.must(till.owner.patch(path, body))
const refund = (order: Body, fields: object) =>
  till.owner.must(till.owner.post('/v1/refunds/', { order_id: order.id, reason: 'customer_request', ...fields }))
const newest = async (path: string) => (await till.owner.must(till.owner.get(path))).items[0]

interface Story {
  readonly make?: typeof makeProduct
  readonly tell: (does: Does, productId: string, organizationId: string) => Promise<unknown>
}

const STORIES: Readonly<Record<string, Story>> = {
  'a purchase': {
    async tell(does, productId) {
      const checkout = await does('The checkout is made', () => open(productId))
      await does('The buyer types their name', () =>
        till.anonymous.must(
          till.anonymous.patch(`/v1/checkouts/custom/client/${checkout.client_secret}`, { customer_name: 'Ada' }),
        ),
      )
      await does('The buyer confirms', () => till.anonymous.must(pay(checkout)))
    },
  },
  'a second purchase of the same customer': {
    async tell(does, productId) {
      await till.anonymous.must(pay(await open(productId)))
      const checkout = await open(productId)
      await does('The buyer confirms', () => till.anonymous.must(pay(checkout)))
    },
  },
  'a subscription': {
    make: makeRecurringProduct,
    async tell(does, productId) {
      const checkout = await open(productId)
      await does('The buyer confirms', () => till.anonymous.must(pay(checkout)))
    },
  },
  'a free purchase': {
    make: makeFreeProduct,
    async tell(does, productId) {
      const checkout = await does('The checkout is made', () => open(productId))
      await does('The buyer confirms', () =>
        till.anonymous.must(confirm(till.anonymous, checkout, { customer_email: 'ada@example.com' })),
      )
    },
  },
  'declined, then paid': {
    async tell(does, productId) {
      const checkout = await does('The checkout is made', () => open(productId))
      const isDeclined = async (declined: Promise<Reply>) => expect((await declined).status).toBe(400)
      await does('The card is declined', () => isDeclined(pay(checkout, 'declined')))
      await does('The same card is declined again', () => isDeclined(pay(checkout, 'declined')))
      await does('Another card is good', () => till.anonymous.must(pay(checkout)))
    },
  },
  'a processor that takes its time': {
    async tell(does, productId) {
      const checkout = await does('The checkout is made', () => open(productId))
      await does('The buyer confirms, and the money is there a little later', async () => {
        await till.anonymous.must(pay(checkout, 'late'))
        const status = async () => (await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.status
        await expect.poll(status, { timeout: 10_000 }).toBe('succeeded')
      })
    },
  },
  'a bank that asks': {
    async tell(does, productId) {
      const checkout = await does('The checkout is made', () => open(productId))
      const { payment_processor_metadata } = await does('The buyer confirms, and is sent to their bank', () =>
        till.anonymous.must(pay(checkout, 'authentication_required')),
      )
      await does('They say there that it is them', async () => {
        const { pathname } = new URL(payment_processor_metadata.redirect_url)
        // As the form of the page sends it.
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        await fetch(`${till.url}${pathname}/approve`, { method: 'POST', headers, body: '', redirect: 'manual' })
        const status = async () => (await till.owner.get(`/v1/checkouts/custom/${checkout.id}`)).body.status
        await expect.poll(status, { timeout: 10_000 }).toBe('succeeded')
      })
    },
  },
  'canceling a subscription': {
    make: makeRecurringProduct,
    async tell(does, productId) {
      await till.anonymous.must(pay(await open(productId)))
      const path = `/v1/subscriptions/${(await newest(`/v1/subscriptions/?product_id=${productId}`)).id}`
      await does('It is to end with its period', () => patch(path, { cancel_at_period_end: true }))
      await does('Not any more', () => patch(path, { cancel_at_period_end: false }))
      await does('Said once more', () => patch(path, { cancel_at_period_end: false }))
      await does('It is revoked, at once', () => till.owner.must(till.owner.delete(path)))
    },
  },
  'a refund': {
    async tell(does, productId) {
      await till.anonymous.must(pay(await open(productId)))
      const order = await newest(`/v1/orders/?product_id=${productId}`)
      await does('A part goes back', () => refund(order, { amount: 100 }))
      await does('The rest goes back, and takes the benefits along', () =>
        refund(order, { amount: order.amount - 100, revoke_benefits: true }),
      )
    },
  },
  'a license key in use': {
    async tell(does, productId, organizationId) {
      await till.anonymous.must(pay(await open(productId)))
      const { key } = await newest(`/v1/license-keys?organization_id=${organizationId}`)
      const ask = (verb: string, body: object) => {
        const address = `/v1/customer-portal/license-keys/${verb}`
        return till.anonymous.must(till.anonymous.post(address, { key, organization_id: organizationId, ...body }))
      }
      const { id } = await does('It is activated', () => ask('activate', { label: 'Laptop' }))
      await does('It is validated, and counts', () => ask('validate', { activation_id: id, increment_usage: 1 }))
      await does('It is deactivated', () => ask('deactivate', { activation_id: id }))
    },
  },
}

async function tell({ make = makeProduct, tell: happen }: Story): Promise<ToldStep[]> {
  const { organizationId, productId } = await openShop(make)
  const steps: ToldStep[] = []
  await happen(
    async (step, work) => {
      let answer: Body
      const events = await eventsDuring(till, organizationId, async () => {
        answer = await work()
      })
      steps.push({ step, events })
      return answer
    },
    productId,
    organizationId,
  )
  return steps
}

describe('the guide says which events come', () => {
  it.each(Object.entries(STORIES))('%s', async (name, story) => {
    const table = tableOf(await tell(story))
    if (isUpdate) rewriteTable(name, table)
    expect(printedTable(name)).toBe(table)
  })

  it('of every story, in this order', () => {
    expect(storiesIn()).toEqual(Object.keys(STORIES))
  })

  it('and which there are', () => {
    expect(typesIn()).toEqual([...EVENT_TYPES])
  })
})
