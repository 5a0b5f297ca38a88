import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import { unique } from '../../../../test/support/factories.ts'
import { LiveShop, soon } from '../../../../test/support/live-shop.ts'
import type { Trouble } from '../../../../test/support/stripe-stand-in.ts'

let live: LiveShop
beforeAll(async () => {
  live = await LiveShop.open()
})
afterEach(() => live.mend())
afterAll(() => live.close())

describe('when Stripe is out of order', () => {
  const TROUBLES: readonly Trouble[] = ['reset', 'silence', 'garbage', 'nonsense', 500, 429, 409, 401]

  /** A buyer for each of them, all at once: what is wrong follows from the checkout, or from the card. */
  async function sufferAll(isAtConfirm: boolean) {
    const troubles = new Map<string, Trouble>()
    live.standIn.trouble = (call, text) => {
      if (call.endsWith('/confirm') !== isAtConfirm) return undefined
      return [...troubles].find(([mark]) => text.includes(mark))?.[1]
    }
    return Promise.all(
      TROUBLES.map(async (trouble) => {
        const checkout = await makeCheckout(live.till, { product_id: live.product.id })
        const token = live.standIn.books.makeToken()
        troubles.set(isAtConfirm ? token : checkout.id, trouble)
        const body = { customer_email: `live-${unique()}@example.com`, confirmation_token_id: token }
        return { checkout, reply: await confirm(live.till.anonymous, checkout, body) }
      }),
    )
  }

  it('503: nothing can be begun, whatever is wrong, and later everything goes on', async () => {
    const suffered = await sufferAll(false)
    live.standIn.trouble = () => undefined
    for (const { checkout, reply } of suffered) {
      expect(reply).toMatchObject({ status: 503, body: { error: 'ServiceUnavailable', code: 'processor_away' } })
      await live.expectOpenAgain(checkout)
    }
  })

  it('200: what was begun waits, whatever is wrong, and is open again when nothing was taken', async () => {
    const suffered = await sufferAll(true)
    live.standIn.trouble = () => undefined
    for (const { checkout, reply } of suffered) {
      expect([reply.status, reply.body.status]).toEqual([200, 'confirmed'])
      await expect.poll(() => live.statusOf(checkout), soon).toBe('open')
      expect(live.intentOf(checkout)?.status).toBe('canceled')
      await live.expectOpenAgain(checkout)
    }
  })

  it('is asked again until it answers, also about what it has taken', async () => {
    live.standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : call.startsWith('GET') ? 503 : undefined)
    const { checkout } = await live.pay()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(await live.statusOf(checkout)).toBe('confirmed')
    live.standIn.trouble = () => undefined
    await live.expectBought(checkout)
  })

  it('away for an hour, it is still asked every minute, and then everything settles', async () => {
    live.standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : call.startsWith('GET') ? 503 : undefined)
    const { checkout } = await live.pay()
    const work = () => live.till.sql<{ tries: number; wait: number }[]>`
      select tries, extract(epoch from due_at - now())::float as wait from payment_work
      where checkout_id = ${checkout.id}`
    // As an hour of asking leaves it.
    await live.till.sql`update payment_work set tries = 65, due_at = now() where checkout_id = ${checkout.id}`
    await expect.poll(async () => (await work())[0]?.tries, soon).toBe(66)
    await expect.poll(async () => (await work())[0]?.wait, soon).toBeLessThanOrEqual(60)
    expect(await live.statusOf(checkout)).toBe('confirmed')
    live.standIn.trouble = () => undefined
    await live.till.sql`update payment_work set due_at = now() where checkout_id = ${checkout.id}`
    await live.expectBought(checkout)
  })

  it('leaves everything else as quick as ever', async () => {
    live.standIn.trouble = () => 'silence'
    const before = live.standIn.asked.length
    const buyers = Promise.all(Array.from({ length: 30 }, () => live.pay()))
    await expect.poll(() => live.standIn.asked.length, soon).toBeGreaterThanOrEqual(before + 30)
    const began = performance.now()
    for (let times = 0; times < 5; times += 1) await live.till.owner.must(live.till.owner.get('/v1/organizations/'))
    expect(performance.now() - began).toBeLessThan(1500)
    for (const { reply } of await buyers) expect(reply.status).toBe(503)
  })
})

it('the log says which key is refused, and neither keys nor secrets', () => {
  expect(live.log.join('')).toContain('STRIPE_SECRET_KEY')
  live.expectNoSecretsInLog()
})
