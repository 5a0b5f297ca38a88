import type { SecretBox } from '../../../kernel/secrets.ts'
import {
  type InstantProcessor,
  NotFromProcessor,
  type PaymentProcessor,
  ProcessorAway,
  type ProcessorState,
  TokenRefused,
} from '../../../modules/payments/index.ts'
import { readToken, TEST_METHOD } from './confirmation-token.ts'
import type { Intent, SandboxLedger } from './ledger.ts'
import { laterOutcome, saveMethod } from './saved-method.ts'

export interface SandboxParts {
  readonly box: SecretBox
  readonly ledger: SandboxLedger
  /** The address of the page on which the buyer says yes or no. */
  readonly challengeUrl: (challenge: string) => string
  /** False sends every payment the way that a real processor's payments go. */
  readonly isInline: boolean
}

/** The processor that stands in for a real one: no account, no network, and the same answers every time. */
export function sandboxProcessor({
  box,
  ledger,
  challengeUrl,
  isInline,
}: SandboxParts): PaymentProcessor & InstantProcessor {
  const stateOf = (intent: Intent) => processorState(intent, challengeUrl)
  const open: PaymentProcessor['open'] = ({ paymentId, ...ask }) =>
    ledger.open({ ...UNTOUCHED, ...ask, paymentId, reference: referenceOf(paymentId), createdAt: new Date() })
  return {
    name: 'sandbox',

    judge(confirmationToken) {
      const content = readToken(confirmationToken, box)
      if (content === null) return { kind: 'unknown_token' }
      const { outcome, method } = content
      if (!isInline || !isInstant(outcome)) return { kind: 'remote' }
      if (outcome === 'success' || outcome === 'charge_declined_later') {
        return { kind: 'paid', method, savedMethod: saveMethod(outcome) }
      }
      return { kind: 'declined', method, code: outcome }
    },

    open,

    async confirm({ reference, confirmationToken, returnUrl }) {
      const content = readToken(confirmationToken, box)
      if (content === null) throw new TokenRefused()
      const intent = await ledger.confirm(reference, content.outcome, content.method, returnUrl)
      if (content.outcome === 'unknown') throw new ProcessorAway('the answer was lost')
      return stateOf(intent)
    },

    fetch: async (reference) => stateOf(await ledger.fetch(reference)),
    async cancel(reference) {
      const intent = await ledger.cancel(reference)
      // What has failed here cannot be tried again.
      return intent.status === 'failed' ? { kind: 'canceled' } : stateOf(intent)
    },

    async charge({ savedMethod, ...ask }, opened) {
      const reference = await open({ ...ask, purpose: 'payment', isForLater: true })
      await opened(reference)
      return stateOf(await ledger.confirm(reference, laterOutcome(savedMethod), TEST_METHOD, null))
    },

    async refund({ refundId, reference, amount }) {
      // Of a payment that was known at once there is no charge outside our own books.
      const isDone = isInlineReference(reference) || (await ledger.refund(refundId, reference, amount))
      return isDone
        ? { kind: 'succeeded', reference: refundId }
        : { kind: 'failed', reference: null, reason: 'Less than that is left of the charge' }
    },

    async fetchRefund(reference) {
      const done = await ledger.findRefund(reference)
      return done
        ? { kind: 'succeeded', reference, ...done }
        : { kind: 'failed', reference, reason: 'There is no such refund', paymentReference: null, amount: 0 }
    },

    refundsOf: async (reference) => ({ succeeded: await ledger.refundedOf(reference), pending: 0, failed: 0 }),

    async detach() {},

    async readNotification() {
      throw new NotFromProcessor()
    },
  }
}

const UNTOUCHED = {
  status: 'unconfirmed',
  outcome: null,
  failureCode: null,
  method: null,
  savedMethod: null,
  challenge: null,
  returnUrl: null,
  readyAt: null,
} as const

const isInlineReference = (reference: string) => reference.startsWith('sandbox_')
const referenceOf = (paymentId: string) => `pi_sandbox_${paymentId.replaceAll('-', '')}`

const actionOf = (redirect_url: string) => ({ intent_status: 'requires_action', action: 'redirect', redirect_url })

type Instant = Exclude<NonNullable<Intent['outcome']>, 'authentication_required' | 'unknown' | 'late' | 'disputed'>

function isInstant(outcome: NonNullable<Intent['outcome']>): outcome is Instant {
  return !['authentication_required', 'unknown', 'late', 'disputed'].includes(outcome)
}

function processorState(intent: Intent, challengeUrl: (challenge: string) => string): ProcessorState {
  const { method, savedMethod, failureCode, challenge } = intent
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', method, savedMethod }
    case 'failed':
      return { kind: 'failed', method, code: failureCode ?? 'card_declined' }
    case 'action_required':
      return { kind: 'action_required', action: actionOf(challengeUrl(challenge ?? '')) }
    default:
      return { kind: intent.status }
  }
}
