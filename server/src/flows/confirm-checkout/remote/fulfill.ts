import { type CheckoutWire, checkoutView, whyNotUpgradable } from '../../../modules/checkouts/index.ts'
import type { Customer } from '../../../modules/customers/index.ts'
import {
  findOpenAttempt,
  findSavedMethod,
  movePayment,
  type Payment,
  type PaymentWork,
  type ProcessorState,
  type SavedMethod,
} from '../../../modules/payments/index.ts'
import { brokenConstraint, type Db, isWorthRepeating } from '../../../platform/postgres/pool.ts'
import { toRow } from '../../../platform/postgres/rows.ts'
import { eventRows } from '../../../platform/postgres/transaction.ts'
import { eventsOf } from '../announce.ts'
import { savedMethodOf } from '../attempt.ts'
import { lockFactsById, type PurchaseFacts, readFactsById } from '../facts.ts'
import { goodsOf } from '../purchase.ts'
import { goodsRows, guardsOf, refusalOf, Stale } from '../settle.ts'
import { causeOf } from './held.ts'
import type { PaymentNeeds } from './needs.ts'
import type { Settled } from './settled.ts'

type Succeeded = Extract<ProcessorState, { kind: 'succeeded' }>

const TRIES = 5

/**
 * The order and everything that comes with it, in one call. Null when the money cannot be used: the attempt was given
 * up, or what it was for cannot be had any more.
 */
export async function fulfill(needs: PaymentNeeds, payment: Payment, state: Succeeded): Promise<Settled | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const settled =
        attempt === 1
          ? await once(needs, needs.db, payment, state)
          : await needs.transactions.run(async (tx) => {
              await lockFactsById(tx, payment.checkoutId)
              return once(needs, tx, payment, state)
            })
      if (settled) needs.committed()
      return settled
    } catch (error) {
      if (!(error instanceof Stale || isWorthRepeating(error))) throw error
    }
  }
  throw new Error(`the purchase of payment ${payment.id} is being changed by others`)
}

async function once(needs: PaymentNeeds, db: Db, payment: Payment, state: Succeeded): Promise<Settled | null> {
  if (payment.checkoutId === null) return null
  const open = await findOpenAttempt(db, payment.id)
  const facts = open && (await readFactsById(db, payment.checkoutId))
  if (!facts || !canBeHad(facts)) return null
  const now = db.clock.now(facts.full.organization.id)
  const savedMethod = await savedMethodFor(db, facts, open.payment, state, now)
  const rows = rowsOf(needs, db, facts, open, state, savedMethod, now)
  return call(db, rows, facts)
}

interface Ready extends PurchaseFacts {
  readonly customer: Customer
}

/** The customer may have been deleted since, and the subscription that was to be upgraded may have ended. */
function canBeHad(facts: PurchaseFacts): facts is Ready {
  const { full, customer, upgraded } = facts
  if (full.checkout.status !== 'confirmed' || customer === null) return false
  return full.checkout.customerId === customer.id && (upgraded === null || whyNotUpgradable(upgraded) === null)
}

/** A card that the customer has paid with before keeps its name here. One that is somebody else's is not kept. */
async function savedMethodFor(
  db: Db,
  { full, customer }: Ready,
  { processor }: Payment,
  state: Succeeded,
  now: Date,
): Promise<SavedMethod | null> {
  const made = savedMethodOf(full, customer.id, processor, state, now)
  const known = made && (await findSavedMethod(db, processor, made.processorReference))
  if (!known) return made
  return known.customerId === customer.id && !known.detachedAt ? known : null
}

function rowsOf(
  { links }: PaymentNeeds,
  db: Db,
  facts: Ready,
  { payment, work }: { readonly payment: Payment; readonly work: PaymentWork },
  state: Succeeded,
  savedMethod: SavedMethod | null,
  now: Date,
) {
  const { full: before, customer } = facts
  const buyer = { customer, before: customer, write: 'same' } as const
  const goods = goodsOf(before, buyer, facts.upgraded, savedMethod, now)
  const shown = work.isAnnounced ? checkoutView(before, links, now) : (work.checkoutBefore as CheckoutWire)
  const { method } = state
  const paid = movePayment(payment, 'succeeded', { orderId: goods.order.id, method, action: null }, now)
  return {
    // The money is there: who else is paying just now does not matter any more.
    guards: { ...guardsOf(before.checkout.version, goods.full, buyer, goods.subscription), is_paid: true },
    rows: {
      checkout: toRow(goods.full.checkout),
      customer: toRow(customer),
      ...goodsRows(goods),
      payment: toRow(paid),
      events: eventRows(eventsOf(goods, shown, links, now), db.clock, causeOf(work).requestId),
    },
  }
}

async function call(
  { sql }: Db,
  { guards, rows }: { readonly guards: object; readonly rows: object },
  { full }: PurchaseFacts,
): Promise<Settled | null> {
  try {
    const [row] = await sql<{ outcome: string }[]>`
      select settle_payment_1(${JSON.stringify(guards)}::text::jsonb, ${JSON.stringify(rows)}::text::jsonb) as outcome`
    if (row?.outcome === 'settled') return { kind: 'fulfilled' }
    // Somebody else was faster, with the same outcome or with another: the next look will tell.
    throw new Stale()
  } catch (error) {
    if (brokenConstraint(error) === 'payment_methods_reference_key') throw new Stale()
    const refusal = refusalOf(error, full)
    if (refusal === error || refusal instanceof Stale) throw refusal
    return null
  }
}
