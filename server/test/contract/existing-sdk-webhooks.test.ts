import { validateEvent as validate019 } from '@polar-sh/sdk/webhooks/index.js'
import { validateEvent as validate020 } from 'existing-sdk-0.20/webhooks/index.js'
import { validateEvent as validate022 } from 'existing-sdk-0.22/webhooks/index.js'
import { validateEvent as validate026 } from 'existing-sdk-0.26/webhooks.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newSecret } from '../../src/kernel/secrets.ts'
import { signatures } from '../../src/platform/outbound/sign.ts'
import type { Reply } from '../support/client.ts'
import { numbered, readLog } from '../support/event-log.ts'
import { askForRefund, sellWithKey } from '../support/refund-factories.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { startTill, type TestTill } from '../support/till.ts'

type Body = Reply['body']

const CLIENTS = { v019: validate019, v020: validate020, v022: validate022, v026: validate026 }

/** What each version knows, of what a shop can cause. Others it refuses, and so they should not be subscribed to. */
const SINCE_019 = [
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.revoked',
  'benefit_grant.updated',
  'checkout.created',
  'checkout.updated',
  'order.created',
  'organization.updated',
  'product.created',
  'product.updated',
  'subscription.active',
  'subscription.canceled',
  'subscription.created',
  'subscription.revoked',
  'subscription.updated',
]
const KNOWN = {
  v019: SINCE_019,
  v020: SINCE_019,
  v022: SINCE_019,
  v026: [...SINCE_019, 'order.refunded', 'refund.created', 'refund.updated', 'subscription.uncanceled'],
}

let till: TestTill
let events: Body[]
beforeAll(async () => {
  till = await startTill()
  events = await eventsOfBusyShop()
})
afterAll(() => till.stop())

async function eventsOfBusyShop(): Promise<Body[]> {
  const shop = await openShop(till)
  const { id } = shop.organization
  await change(`organizations/${id}`, { bio: 'Changed' })
  await change(`products/${shop.plan.id}`, { name: 'Changed' })
  await change(`benefits/${shop.customBenefit.id}`, { description: 'Changed' })
  await change(`benefits/${shop.licenseBenefit.id}`, { description: 'Changed' })
  await change(`benefits/${shop.downloadBenefit.id}`, { description: 'Changed' })
  await changeBenefits(shop)
  await changeSubscription(shop)
  const order = await sellWithKey(till, id)
  for (const amount of [100, order.amount - 100])
    await till.owner.must(askForRefund(till.owner, order, { amount, revoke_benefits: amount !== 100 }))
  await numbered(till)
  return readLog(till.owner, id)
}

const change = (path: string, body: object) => till.owner.must(till.owner.patch(`/v1/${path}`, body))

/** Grants of every kind come, go and come back. */
async function changeBenefits({ product, customBenefit, licenseBenefit, downloadBenefit }: Shop): Promise<void> {
  const all = [customBenefit.id, licenseBenefit.id, downloadBenefit.id]
  for (const benefits of [all, [], all]) {
    await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits }))
    const isReviewed = async () => expect(await till.sql`select from grant_reviews`).toHaveLength(0)
    await vi.waitFor(isReviewed, { timeout: 10_000 })
  }
}

async function changeSubscription({ subscriptionOrder }: Shop): Promise<void> {
  const path = `subscriptions/${subscriptionOrder.subscription_id}`
  for (const body of [{ cancel_at_period_end: true }, { cancel_at_period_end: false }, { revoke: true }])
    await change(path, body)
}

/** As a webhook carries it. */
function validate(version: keyof typeof CLIENTS, event: Body): unknown {
  const [body, secret] = [JSON.stringify(event), newSecret('webhook')]
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const message = { id: event.id, timestampSeconds, body }
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures([secret], message),
  }
  return CLIENTS[version](body, headers, secret)
}

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])(
  'validateEvent of the existing client %s',
  (version) => {
    it('takes every event of a type that it knows', () => {
      const known = events.filter(({ type }) => KNOWN[version].includes(type))
      for (const event of known)
        expect(validate(version, event)).toMatchObject({ type: event.type, data: { id: event.data.id } })
      expect([...new Set(known.map(({ type }) => type))].sort()).toEqual([...KNOWN[version]].sort())
    })

    it('refuses the others for their type alone', () => {
      const others = events.filter(({ type }) => !KNOWN[version].includes(type))
      for (const event of others) expect(() => validate(version, event)).toThrow(`Unknown event type: ${event.type}`)
      expect(others.map(({ type }) => type)).toContain('order.paid')
    })
  },
)
