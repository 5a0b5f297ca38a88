import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StripeStandIn } from '../../../../../test/support/stripe-stand-in.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../../test/support/till.ts'

const PATH = '/v1/integrations/stripe/webhook'

let standIn: StripeStandIn
let till: TestTill
beforeAll(async () => {
  standIn = await StripeStandIn.start()
  till = await startTill({ payments: { stripe: standIn.settings } })
})
afterAll(async () => {
  await till.stop()
  await standIn.stop()
})

const post = (body: string, signature: string, headers: Record<string, string> = {}) =>
  till.anonymous.post(PATH, body, { 'stripe-signature': signature, ...headers })
const eventOf = (text = 'evt') => JSON.stringify(standIn.books.event('customer.created', { id: text }))
const kept = () => till.sql<{ eventId: string }[]>`select event_id from processor_notifications`

describe('POST /v1/integrations/stripe/webhook', () => {
  it('200: keeps what Stripe tells, once, however often it is told', async () => {
    const body = eventOf()
    const signature = standIn.signature(body)
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(body, signature)))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(replies[0]?.body).toEqual({ received: true })
    expect(await kept()).toEqual([{ eventId: JSON.parse(body).id }])
  })

  it('200: bytes as they came, also those that no other route takes', async () => {
    const body = `${eventOf('\\u0000 \\ud800 ünïcödé').replace(',', ' ,\n')}\n`
    expect(
      (await post(body, standIn.signature(body), { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(200)
    expect((await till.anonymous.post(`${PATH}/`, body, { 'stripe-signature': standIn.signature(body) })).status).toBe(
      200,
    )
  })

  it.each([
    ['no signature', () => ''],
    ['a signature of another secret', (body: string) => standIn.signature(body, 'whsec_another')],
    ['an old signature', (body: string) => standIn.signature(body, undefined, Date.now() - 600_000)],
    ['a signature of another body', () => standIn.signature('{}')],
  ])('400: %s', async (_, signatureOf) => {
    const before = await kept()
    const body = eventOf()
    const reply = await post(body, signatureOf(body))
    expect(reply).toMatchObject({ status: 400, body: { error: 'BadRequest', code: 'signature_invalid' } })
    expect(reply.headers.get('x-request-id')).toBe(reply.body.request_id)
    expect(await kept()).toEqual(before)
  })

  it('400: no body, and one that is no event', async () => {
    expect((await till.anonymous.post(PATH)).status).toBe(400)
    for (const body of ['nonsense', '[]', 'null', '{}', '{"id":5,"type":[],"data":null}']) {
      expect((await post(body, standIn.signature(body))).body).toMatchObject({ code: 'signature_invalid' })
    }
  })

  it('404: where there are no keys', async () => {
    const without = await tillForThisTest()
    const body = eventOf()
    const reply = await without.anonymous.post(PATH, body, { 'stripe-signature': standIn.signature(body) })
    expect(reply).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
  })

  it('405: other methods', async () => {
    const reply = await till.anonymous.get(PATH)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('413 and 415: what is too large, and what is no JSON', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(1_100_000) })
    expect((await post(large, standIn.signature(large))).status).toBe(413)
    const body = eventOf()
    expect((await post(body, standIn.signature(body), { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('429: has a budget of its own', async () => {
    const limited = await tillForThisTest({
      payments: { stripe: standIn.settings },
      rateLimits: {
        default: { points: 2, seconds: 60 },
        confirm: { points: 9, seconds: 60 },
        license_keys: { points: 9, seconds: 60 },
      },
    })
    const statuses = []
    for (let times = 0; times < 3; times += 1) statuses.push((await limited.anonymous.post(PATH, '{}')).status)
    expect(statuses).toEqual([400, 400, 429])
    expect((await limited.anonymous.get('/v1/organizations/')).status).toBe(401)
  })
})
