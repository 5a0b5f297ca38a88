import { SandboxLedger } from '../../src/adapters/payments/sandbox/ledger.ts'
import { sandboxProcessor } from '../../src/adapters/payments/sandbox/processor.ts'
import { stripeProcessor } from '../../src/adapters/payments/stripe/processor.ts'
import { newId } from '../../src/kernel/ids.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import type { NotificationContent, OpenAsk, PaymentProcessor } from '../../src/modules/payments/index.ts'
import { untilDone } from '../../src/platform/due-work/in-batches.ts'
import { silentLog } from '../../src/platform/log.ts'
import { StripeStandIn } from './stripe-stand-in.ts'
import { createDatabase, type TestDatabase } from './till.ts'

export type Card = 'pays' | 'asks' | 'thinks' | 'declines later' | (typeof DECLINES)[number]

export const DECLINES = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
] as const

/** A processor, with a look behind its back. */
export interface OpenedProcessor {
  readonly processor: PaymentProcessor
  /** A token that a page has made of such a card. */
  token(card: Card): string
  /** Each time money was taken for this attempt, and how much of it went back. */
  charges(reference: string): Promise<{ amount: number; refunded: number }[]>
  /** The owner of the card answers the challenge. */
  answer(reference: string, isYes: boolean): Promise<void>
  /** A confirm that is done, and whose answer nobody gets. */
  loseAnswer(reference: string): Promise<unknown>
  /** What was told since the last time. */
  told(): Promise<{ eventId: string; content: NotificationContent }[]>
  close(): Promise<void>
}

const RETURN_URL = 'https://shop.example.com/back'

export async function openSandbox(): Promise<OpenedProcessor> {
  const database: TestDatabase = await createDatabase()
  const { sql } = database
  const ledger = new SandboxLedger(sql, { late: 60_000, dispute: 60_000 })
  const challengeUrl = (secret: string) => `https://till.example.com/${secret}`
  const box = new SecretBox('for the test of the port')
  const processor = sandboxProcessor({ box, ledger, challengeUrl, isInline: false })
  const names: Partial<Record<Card, string>> = {
    pays: 'success',
    asks: 'authentication_required',
    thinks: 'late',
    'declines later': 'charge_declined_later',
    card_declined: 'declined',
  }
  return {
    processor,
    token: (card) => `ctoken_test_${names[card] ?? card}`,
    charges: (reference) => sql`
      select amount, refunded_amount as refunded from sandbox.charges where reference = ${reference}`,
    answer: async (reference, isYes) => void (await ledger.answerChallenge(reference, isYes)),
    loseAnswer: (reference) =>
      processor.confirm({ ...confirming(reference), confirmationToken: 'ctoken_test_unknown' }),
    told: async () => {
      const told: { eventId: string; content: NotificationContent }[] = []
      await untilDone(() => ledger.deliver(async (eventId, content) => void told.push({ eventId, content })))
      return told
    },
    close: () => database.drop(),
  }
}

export async function openStripe(): Promise<OpenedProcessor> {
  const standIn = await StripeStandIn.start(300)
  const { books } = standIn
  const known = new Map<string, string>()
  const customers = {
    find: async (id: string) => known.get(id) ?? null,
    keep: async (id: string, reference: string) => known.set(id, reference).get(id) ?? reference,
  }
  const processor = stripeProcessor({ settings: standIn.settings, customers, log: silentLog })
  let heard = 0
  const declines: Readonly<Record<(typeof DECLINES)[number], { code: string; decline_code?: string }>> = {
    card_declined: { code: 'card_declined', decline_code: 'generic_decline' },
    insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
    expired_card: { code: 'expired_card' },
    incorrect_cvc: { code: 'incorrect_cvc' },
    processing_error: { code: 'processing_error' },
    authentication_failed: { code: 'card_declined', decline_code: 'authentication_not_handled' },
  }
  return {
    processor,
    token: (card) => {
      if (card === 'pays' || card === 'asks' || card === 'thinks') return books.makeToken(card)
      return books.makeToken(card === 'declines later' ? 'pays_once' : declines[card])
    },
    charges: async (reference) =>
      books.charges
        .filter(({ payment_intent }) => payment_intent === reference)
        .map(({ amount, amount_refunded }) => ({ amount, refunded: amount_refunded })),
    answer: async (reference, isYes) => books.answer(reference, isYes),
    loseAnswer: async (reference) => {
      standIn.trouble = (call) => (call.endsWith('/confirm') ? 'lost' : undefined)
      const confirmationToken = books.makeToken('pays')
      return processor.confirm({ ...confirming(reference), confirmationToken }).finally(() => {
        standIn.trouble = () => undefined
      })
    },
    told: async () => {
      const bodies = books.events.slice(heard).map((event) => JSON.stringify(event))
      heard = books.events.length
      const read = bodies.map((body) =>
        processor.readNotification({ 'stripe-signature': standIn.signature(body) }, Buffer.from(body)),
      )
      return (await Promise.all(read)).filter(({ content }) => content.kind !== 'other')
    },
    close: () => standIn.stop(),
  }
}

export const asking = (fields: Partial<OpenAsk> = {}): OpenAsk => ({
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

export const confirming = (reference: string) =>
  ({ reference, purpose: reference.startsWith('seti') ? 'setup' : 'payment', returnUrl: RETURN_URL }) as const

export const confirmWith = ({ processor, token }: OpenedProcessor, reference: string, card: Card) =>
  processor.confirm({ ...confirming(reference), confirmationToken: token(card) })

/** The reference of an attempt that has succeeded. */
export async function paidTo(opened: OpenedProcessor, fields: Partial<OpenAsk> = {}): Promise<string> {
  const reference = await opened.processor.open(asking(fields))
  const { kind } = await confirmWith(opened, reference, 'pays')
  if (kind !== 'succeeded') throw new Error(`the payment is ${kind}`)
  return reference
}
