import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StripeStandIn, type Trouble } from '../../../../test/support/stripe-stand-in.ts'
import { newId } from '../../../kernel/ids.ts'
import {
  type LiveProcessor,
  NotFromProcessor,
  type OpenAsk,
  ProcessorAway,
  TokenRefused,
} from '../../../modules/payments/index.ts'
import type { StripeSettings } from '../../../platform/config.ts'
import { silentLog } from '../../../platform/log.ts'
import { stripeProcessor } from './processor.ts'

let standIn: StripeStandIn
let stripe: LiveProcessor
let known: Map<string, string>
const logged: string[] = []

beforeEach(async () => {
  standIn = await StripeStandIn.start(250)
  known = new Map()
  logged.length = 0
  stripe = processorWith(standIn.settings)
})
afterEach(() => standIn.stop())

function processorWith(settings: StripeSettings): LiveProcessor {
  const customers = {
    find: async (id: string) => known.get(id) ?? null,
    keep: async (id: string, reference: string) => known.set(id, reference).get(id) ?? '',
  }
  const log = {
    ...silentLog,
    error: (fields: object, text: string) => void logged.push(JSON.stringify([fields, text])),
  }
  return stripeProcessor({ settings, customers, log })
}

const asking = (fields: Partial<OpenAsk> = {}): OpenAsk => ({
  paymentId: newId(),
  purpose: 'payment',
  amount: 1900,
  currency: 'usd',
  organizationId: newId(),
  checkoutId: newId(),
  customer: { id: newId(), email: 'ada@example.com', name: 'Ada' },
  isForLater: false,
  ...fields,
})

const confirm = (reference: string, confirmationToken = standIn.books.makeToken()) =>
  stripe.confirm({ reference, purpose: 'payment', confirmationToken, returnUrl: 'https://shop.example.com/' })

async function paid(fields: Partial<OpenAsk> = {}): Promise<string> {
  const reference = await stripe.open(asking(fields))
  await confirm(reference)
  return reference
}

describe('an intent', () => {
  it('carries our ids, takes cards, and has no customer unless the card is kept', async () => {
    const ask = asking()
    const intent = standIn.books.intents.get(await stripe.open(ask))
    const { paymentId: payment_id, checkoutId: checkout_id, organizationId: organization_id } = ask
    expect(intent).toMatchObject({ amount: 1900, currency: 'usd', customer: null, setup_future_usage: null })
    expect(intent?.metadata).toEqual({ payment_id, checkout_id, organization_id })
    expect(standIn.books.customers.size).toBe(0)
  })

  it('is counted in the units of Stripe', async () => {
    expect(standIn.books.intents.get(await stripe.open(asking({ currency: 'isk', amount: 900 })))?.amount).toBe(90_000)
  })

  it.each([{ amount: 10 }, { amount: 1234, currency: 'kwd' }])(
    'of %j cannot be had, and a buyer is told so',
    async (fields) => {
      await expect(stripe.open(asking(fields))).rejects.toMatchObject({
        kind: { error: 'PaymentError' },
        extras: { code: 'processing_error' },
      })
      expect(logged).toEqual([])
    },
  )
})

describe('a customer', () => {
  const customer = { id: newId(), email: 'grace@example.com', name: null }
  const later = () => stripe.open(asking({ customer, isForLater: true }))

  it('is the same one at Stripe, also when its idempotency keys are long forgotten', async () => {
    await Promise.all([later(), later()])
    standIn.forgetKeys()
    await later()
    expect([...standIn.books.customers.values()]).toEqual([
      { email: customer.email, metadata: { customer_id: customer.id } },
    ])
  })

  it('whom somebody has deleted at Stripe is made anew', async () => {
    await later()
    standIn.books.customers.clear()
    const reference = await later()
    expect(standIn.books.intents.get(reference)?.customer).toBe(known.get(customer.id))
    expect(standIn.books.customers.size).toBe(1)
  })
})

describe('a confirmation token', () => {
  it('that was used for another payment is refused', async () => {
    const token = standIn.books.makeToken()
    await confirm(await stripe.open(asking()), token)
    await expect(confirm(await stripe.open(asking()), token)).rejects.toThrow(TokenRefused)
  })

  it('is needed', async () => {
    const reference = await stripe.open(asking())
    const asked = {
      reference,
      purpose: 'payment',
      confirmationToken: undefined,
      returnUrl: 'https://x.example',
    } as const
    await expect(stripe.confirm(asked)).rejects.toThrow(TokenRefused)
    expect(standIn.asked.filter((call) => call.endsWith('confirm'))).toEqual([])
  })
})

describe('a confirm', () => {
  it('whose first try is lost gets the answer with the second, and pays once', async () => {
    const reference = await stripe.open(asking())
    let tries = 0
    standIn.trouble = (call) => (call.endsWith('confirm') && ++tries === 1 ? 'lost' : undefined)
    expect((await confirm(reference)).kind).toBe('succeeded')
    expect(tries).toBe(2)
    expect(standIn.books.charges).toHaveLength(1)
  })

  it('after a day of forgotten keys still pays once', async () => {
    const reference = await paid()
    standIn.forgetKeys()
    expect((await confirm(reference)).kind).toBe('succeeded')
    expect(standIn.books.charges).toHaveLength(1)
  })
})

describe('a saved card', () => {
  it('that is gone counts as declined, and nothing is opened', async () => {
    const reference = await stripe.open(asking({ isForLater: true }))
    const state = await confirm(reference)
    const savedMethod = (state.kind === 'succeeded' && state.savedMethod) || ''
    await stripe.detach(savedMethod)
    for (const method of [savedMethod, 'pm_of_nobody']) {
      const charged = await stripe.charge({ ...asking(), savedMethod: method }, () =>
        Promise.reject(new Error('opened')),
      )
      expect(charged).toEqual({ kind: 'failed', method: null, code: 'card_declined' })
    }
  })

  it('whose owner would have to be asked cannot be charged without them', async () => {
    const reference = await stripe.open(asking({ isForLater: true }))
    await confirm(reference, standIn.books.makeToken('asks'))
    standIn.books.answer(reference, true)
    const state = await stripe.fetch(reference)
    const savedMethod = (state.kind === 'succeeded' && state.savedMethod) || ''
    const charged = await stripe.charge({ ...asking(), savedMethod }, async () => {})
    expect(charged).toMatchObject({ kind: 'failed', code: 'authentication_failed' })
  })
})

describe('a refund', () => {
  const refund = (reference: string, reason: string, refundId = newId()) =>
    stripe.refund({ refundId, reference, amount: 600, reason })

  it('is made once, also when its idempotency key is long forgotten', async () => {
    const reference = await paid()
    const refundId = newId()
    const first = await refund(reference, 'other', refundId)
    standIn.forgetKeys()
    expect(await refund(reference, 'other', refundId)).toEqual(first)
    expect(standIn.books.charges[0]?.amount_refunded).toBe(600)
  })

  it.each([
    ['duplicate', 'duplicate'],
    ['fraudulent', 'fraudulent'],
    ['customer_request', 'requested_by_customer'],
    ['service_disruption', 'requested_by_customer'],
  ])('because of %s is one because of %s', async (reason, theirs) => {
    await refund(await paid(), reason)
    expect(standIn.books.refunds[0]?.reason).toBe(theirs)
  })

  it.each([
    ['pending', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('that is %s is %s', async (status, kind) => {
    const { reference } = await refund(await paid(), 'other')
    for (const made of standIn.books.refunds) made.status = status
    expect((await stripe.fetchRefund(reference ?? '')).kind).toBe(kind)
  })

  it('is counted by how it stands now', async () => {
    const reference = await paid()
    for (const status of ['succeeded', 'pending', 'requires_action', 'failed', 'canceled']) {
      await stripe.refund({ refundId: newId(), reference, amount: 100, reason: 'other' })
      const made = standIn.books.refunds.at(-1)
      if (made) made.status = status
    }
    expect(await stripe.refundsOf(reference)).toEqual({ succeeded: 100, pending: 200, failed: 2 })
  })
})

describe('when Stripe does not answer as it should', () => {
  const TROUBLES: readonly Trouble[] = ['reset', 'lost', 'silence', 'garbage', 'nonsense', 500, 503, 429, 409, 401, 403]

  it.each(TROUBLES)('nobody knows what has happened: %s', async (trouble) => {
    const reference = await paid()
    standIn.trouble = () => trouble
    const began = performance.now()
    const calls = [
      stripe.open(asking()),
      stripe.open(asking({ isForLater: true })),
      confirm(reference),
      stripe.fetch(reference),
      stripe.cancel(reference),
      stripe.refund({ refundId: newId(), reference, amount: 1, reason: 'other' }),
      stripe.fetchRefund('re_1'),
      stripe.refundsOf(reference),
      stripe.detach('pm_1'),
      stripe.charge({ ...asking(), savedMethod: 'pm_1' }, async () => {}),
    ]
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ProcessorAway) })
    }
    // Two tries of 250 milliseconds, and the pause between them.
    expect(performance.now() - began).toBeLessThan(3000)
  })

  it('wrong keys are complained of once, and not shown', async () => {
    const wrong = processorWith({ ...standIn.settings, secretKey: 'sk_test_of_somebody_else' })
    for (let times = 0; times < 3; times += 1) await expect(wrong.open(asking())).rejects.toThrow(ProcessorAway)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('STRIPE_SECRET_KEY')
    expect(logged[0]).not.toContain('sk_test_of_somebody_else')
  })

  it('what it refuses for another reason is logged with what finds it again', async () => {
    standIn.trouble = () => 400
    await expect(stripe.open(asking())).rejects.toThrow(ProcessorAway)
    expect(logged[0]).toMatch(/req_[0-9a-f]+/)
  })
})

describe('a notification', () => {
  const read = (body: string, signature: string) =>
    stripe.readNotification({ 'stripe-signature': signature }, Buffer.from(body))
  const told = (type: string, object: object) => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    return read(body, standIn.signature(body))
  }

  it('is read with its own signature only', async () => {
    const body = JSON.stringify({
      ...{ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' },
      data: { object: { id: 'pi_1', metadata: { payment_id: newId() } } },
    })
    const { signature, settings } = standIn
    const good = standIn.signature(body)
    expect(await read(body, good)).toEqual({ eventId: 'evt_1', content: { kind: 'payment', reference: 'pi_1' } })
    const old = signature.call(standIn, body, settings.webhookSecret, Date.now() - 301_000)
    const foreign = signature.call(standIn, body, 'whsec_another')
    for (const wrong of [old, foreign, '', 'nonsense', good.replace('v1=', 'v0='), good.slice(0, -1)]) {
      await expect(read(body, wrong)).rejects.toThrow(NotFromProcessor)
    }
    await expect(read(body.replace('pi_1', 'pi_2'), good)).rejects.toThrow(NotFromProcessor)
    await expect(read(`${body} `, good)).rejects.toThrow(NotFromProcessor)
  })

  const ours = { payment_id: newId() }
  const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 1900, currency: 'usd', reason: 'fraudulent' }
  const disputed = { kind: 'dispute', reference: 'dp_1', paymentReference: 'pi_1', amount: 1900, currency: 'usd' }

  it.each([
    ['payment_intent.payment_failed', { id: 'pi_1', metadata: ours }, { kind: 'payment', reference: 'pi_1' }],
    ['setup_intent.succeeded', { id: 'seti_1', metadata: ours }, { kind: 'payment', reference: 'seti_1' }],
    ['payment_intent.created', { id: 'pi_1', metadata: ours }, { kind: 'other' }],
    ['payment_intent.succeeded', { id: 'pi_1', metadata: {} }, { kind: 'other' }],
    [
      'refund.updated',
      { id: 're_1', payment_intent: 'pi_1', metadata: { refund_id: 'x' } },
      { kind: 'refund', reference: 're_1', refundId: 'x', paymentReference: 'pi_1' },
    ],
    [
      'charge.refund.updated',
      { id: 're_1', payment_intent: { id: 'pi_1' }, metadata: {} },
      { kind: 'refund', reference: 're_1', refundId: null, paymentReference: 'pi_1' },
    ],
    ['refund.updated', { id: 're_1', payment_intent: null, metadata: {} }, { kind: 'other' }],
    ['charge.dispute.created', { ...dispute, status: 'needs_response' }, { ...disputed, status: 'open' }],
    ['charge.dispute.closed', { ...dispute, status: 'lost' }, { ...disputed, status: 'lost' }],
    ['charge.dispute.closed', { ...dispute, status: 'won' }, { ...disputed, status: 'won' }],
    ['charge.dispute.closed', { ...dispute, status: 'warning_closed' }, { ...disputed, status: 'won' }],
    ['charge.dispute.created', { ...dispute, payment_intent: null, status: 'lost' }, { kind: 'other' }],
    ['charge.refunded', { id: 'ch_1' }, { kind: 'other' }],
    ['customer.created', { id: 'cus_1' }, { kind: 'other' }],
  ])('%s about %j is %j', async (type, object, content) => {
    expect((await told(type, object)).content).toMatchObject(content)
  })
})
