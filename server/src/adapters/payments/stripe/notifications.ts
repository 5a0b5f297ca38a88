import type Stripe from 'stripe'
import type { Notification, NotificationContent } from '../../../modules/payments/index.ts'
import { fromStripe } from './amounts.ts'

export function isEvent(given: unknown): given is Stripe.Event {
  if (typeof given !== 'object' || given === null) return false
  const { id, type, data } = given as Partial<Stripe.Event>
  return typeof id === 'string' && typeof type === 'string' && typeof data?.object === 'object' && data.object !== null
}

/** What Stripe tells, as far as it is about something of ours. */
export function notificationOf(event: Stripe.Event): Notification {
  return { eventId: event.id, content: contentOf(event.type, event.data.object) }
}

const OTHER: NotificationContent = { kind: 'other' }

function contentOf(type: string, object: unknown): NotificationContent {
  if (/^(?:payment|setup)_intent\./.test(type)) return intentContent(type, object as IntentLike)
  if (type.startsWith('charge.dispute.')) return disputeContent(object as Stripe.Dispute)
  if (type.startsWith('refund.') || type === 'charge.refund.updated') return refundContent(object as Stripe.Refund)
  return OTHER
}

type IntentLike = Pick<Stripe.PaymentIntent, 'id' | 'metadata'>

/** One without our id is somebody else's who uses the same account. That one was made is no news. */
function intentContent(type: string, { id: reference, metadata }: IntentLike): NotificationContent {
  if (type.endsWith('.created') || metadata?.payment_id === undefined) return OTHER
  return { kind: 'payment', reference }
}

/** `refundId` is null for a refund that somebody made on Stripe's own pages. All that we take, we take by intents. */
function refundContent({ id: reference, metadata, payment_intent: intent }: Stripe.Refund): NotificationContent {
  const paymentReference = typeof intent === 'object' ? intent?.id : intent
  if (!paymentReference) return OTHER
  return { kind: 'refund', reference, refundId: metadata?.refund_id ?? null, paymentReference }
}

function disputeContent(dispute: Stripe.Dispute): NotificationContent {
  const { id: reference, payment_intent: intent, currency } = dispute
  const paymentReference = typeof intent === 'object' ? intent?.id : intent
  if (!paymentReference) return OTHER
  const amount = fromStripe(dispute.amount, currency)
  const status = disputeStatus(dispute.status)
  return { kind: 'dispute', reference, paymentReference, status, amount, currency, reason: dispute.reason }
}

/** An inquiry that was closed, or a dispute that was prevented, has cost nothing. */
function disputeStatus(status: string): 'open' | 'won' | 'lost' {
  if (status === 'lost') return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}
