import { createHash } from 'node:crypto'
import type { Payment, PaymentWork } from '../model.ts'
import type { GivenBack } from '../port.ts'

/** The work that is left when money has come for nothing. */
export function giveBackWork({ id, checkoutId }: Payment, dueAt: Date): PaymentWork {
  return {
    paymentId: id,
    checkoutId,
    task: 'give_back',
    dueAt,
    tries: 0,
    claimScope: null,
    claimKey: null,
    requestId: null,
    checkoutBefore: null,
    isAnnounced: true,
    buyerAskedAt: null,
  }
}

/**
 * The key under which the rest of stray money is given back: the same for whoever asks in the same situation, so that it
 * goes back once. When a bank has returned it, or a part went back by other ways, asking is something new.
 */
export function giveBackId(paymentId: string, { succeeded, pending, failed }: GivenBack): string {
  if (succeeded === 0 && pending === 0 && failed === 0) return paymentId
  const hash = createHash('sha256').update(`${paymentId} ${succeeded} ${pending} ${failed}`).digest('hex')
  // Version 8 (RFC 9562): whatever the maker likes.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
