import {
  type Checkout,
  type CheckoutWire,
  checkoutView,
  type FullCheckout,
  findCheckoutById,
  moveTo,
} from '../../../modules/checkouts/index.ts'
import { lockPayment, lockWork, type Payment, type PaymentWork } from '../../../modules/payments/index.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { PaymentNeeds } from './needs.ts'

/** An attempt under lock whose outcome nobody has written yet. */
export interface Held {
  readonly payment: Payment
  readonly work: PaymentWork
  readonly full: FullCheckout
  /** The checkout as the last event showed it. */
  readonly shown: CheckoutWire
  readonly now: Date
}

/**
 * Whose doing it is, what is told now. Until the confirm was told of, it is the confirm's, whoever finds out what came of
 * it. What comes after that, the processor or time has brought about.
 */
export function causeOf({ isAnnounced, requestId }: PaymentWork): { readonly requestId: string | null } {
  return { requestId: isAnnounced ? null : requestId }
}

/** The checkout first, then the work, then the payment: as everybody who settles. */
export async function holdOpen(tx: Tx, { links }: PaymentNeeds, { id, checkoutId }: Payment): Promise<Held | null> {
  if (checkoutId === null) return null
  await tx.sql`select from checkouts where id = ${checkoutId} for no key update`
  const work = await lockWork(tx, id, 'find_out')
  const payment = work && (await lockPayment(tx, id))
  const full = payment && (await findCheckoutById(tx, checkoutId))
  if (!full) return null
  const now = tx.clock.now(full.organization.id)
  const shown = work.isAnnounced ? checkoutView(full, links, now) : (work.checkoutBefore as CheckoutWire)
  return { payment, work, full, shown, now }
}

/** Without a sale, a customer whom the seller had not named is not known: somebody has typed an address. */
export function withoutSale({ full, work, now }: Held, status: 'open' | 'failed'): Checkout {
  return { ...moveTo(full.checkout, status, now), customerId: (work.checkoutBefore as CheckoutWire).customer_id }
}
