import { type SandboxDelays, SandboxLedger } from '../adapters/payments/sandbox/ledger.ts'
import { sandboxProcessor } from '../adapters/payments/sandbox/processor.ts'
import { stripeProcessor } from '../adapters/payments/stripe/processor.ts'
import { dealWithNotifications, type PaymentNeeds, recoverPayments } from '../flows/confirm-checkout/index.ts'
import { detachCards } from '../flows/forget-customer/index.ts'
import { recoverRefunds, refundChanged } from '../flows/refund-order/index.ts'
import {
  customerReferences,
  keepNotification,
  type LiveProcessor,
  type Notification,
  type Processors,
  processorsOf,
} from '../modules/payments/index.ts'
import type { StripeSettings } from '../platform/config.ts'
import { untilDone } from '../platform/due-work/in-batches.ts'
import { Loop } from '../platform/due-work/loop.ts'
import type { Sql } from '../platform/postgres/pool.ts'

export interface PaymentSettings {
  /** False sends every sandbox payment the way that a real processor's payments go. */
  readonly isSandboxInline?: boolean
  readonly sandboxDelays?: SandboxDelays
  /** Null: organizations take test cards only. */
  readonly stripe?: StripeSettings | null
}

export interface Payments {
  readonly processors: Processors
  readonly needs: PaymentNeeds
  readonly ledger: SandboxLedger
  readonly loops: readonly Loop[]
  /** The sandbox has something to tell. */
  readonly notified: () => void
  readonly stripe: LiveProcessor | null
  /** Stripe has told something: it is kept, and dealt with soon. */
  readonly stripeTold: (notification: Notification) => Promise<void>
}

const USUAL_DELAYS: SandboxDelays = { late: 5000, dispute: 2000 }
const HALF_A_SECOND = 500

/** Processors, and the work that sees what they do through. */
export function composePayments(
  parts: Omit<PaymentNeeds, 'processors' | 'refundChanged'>,
  sandboxSql: Sql,
  { isSandboxInline = true, sandboxDelays = USUAL_DELAYS, stripe: settings = null }: PaymentSettings,
): Payments {
  const { db, links, box, log } = parts
  const ledger = new SandboxLedger(sandboxSql, sandboxDelays)
  const challengeUrl = (secret: string) => links.challenge(secret)
  const sandbox = sandboxProcessor({ box, ledger, challengeUrl, isInline: isSandboxInline })
  const stripe = settings && stripeProcessor({ settings, customers: customerReferences(db, 'stripe'), log })
  const processors = processorsOf(sandbox, stripe)
  const refundNeeds = { ...parts, processors }
  const needs: PaymentNeeds = {
    ...refundNeeds,
    refundChanged: (processor, notice) => refundChanged(refundNeeds, processor, notice),
  }
  const intake = new Loop(HALF_A_SECOND, log, (stop) => untilDone(() => dealWithNotifications(needs), stop))
  const deliver = () =>
    ledger.deliver(async (eventId, content) => {
      await keepNotification(db, 'sandbox', { eventId, content })
      intake.poke()
    })
  const deliveries = new Loop(HALF_A_SECOND, log, (stop) => untilDone(deliver, stop))
  const recovery = new Loop(HALF_A_SECOND, log, (stop) => untilDone(() => recoverPayments(needs), stop))
  const refunds = new Loop(HALF_A_SECOND, log, (stop) => untilDone(() => recoverRefunds(refundNeeds), stop))
  const detachments = new Loop(HALF_A_SECOND, log, (stop) =>
    untilDone(() => detachCards({ db, processors, log }), stop),
  )
  return {
    processors,
    needs,
    ledger,
    loops: [deliveries, intake, recovery, refunds, detachments],
    notified: () => deliveries.poke(),
    stripe,
    async stripeTold(notification) {
      await keepNotification(db, 'stripe', notification)
      intake.poke()
    },
  }
}
