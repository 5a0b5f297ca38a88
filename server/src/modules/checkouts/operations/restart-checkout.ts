import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../../customers/index.ts'
import { NoLongerSold, NotOpenCheckout } from '../errors.ts'
import type { FullCheckout } from '../model.ts'
import { reasonAgainst } from '../rules/discount.ts'
import { inputAgain, isBegun, isOver, isRemembered, offerAgain } from '../rules/restart.ts'
import { requireUpgradable, requireUpgradePrice } from '../rules/upgrade.ts'
import { findCustomerOf, findUpgradable } from '../seller-references.ts'
import { findLastRestart, lockCheckoutById, lockCheckoutBySecret, saveRestart } from '../store.ts'
import { type CheckoutNeeds, startCheckout } from './start-checkout.ts'

/**
 * By a buyer whose checkout has expired or failed: the same purchase in a fresh one. What was started instead can expire
 * too, and so on; only the last of them is ever started again. So whoever comes with the secret of any of them, at once
 * or after a lost answer, gets the same checkout, also when it was paid since: nobody pays twice.
 */
export async function restartCheckout(tx: Tx, clientSecret: string, needs: CheckoutNeeds): Promise<FullCheckout> {
  const asked = await lockCheckoutBySecret(tx, clientSecret)
  if (!asked) throw new Refusal(ResourceNotFound)
  const now = tx.clock.now(asked.organization.id)
  const last = await lockLast(tx, asked)
  if (isOver(last, now)) return startAgain(tx, asked, last, needs, now)
  if (!mayBeShown(asked, last, now)) throw new Refusal(NotOpenCheckout)
  return last
}

/** Whoever has an old link should not see for good what was bought instead, nor what somebody else has begun by it. */
function mayBeShown(asked: FullCheckout, last: FullCheckout, now: Date): boolean {
  if (last === asked) return last.checkout.status === 'open'
  if (!isRemembered(asked.checkout, now) && isBegun(last.checkout)) return false
  return last.checkout.status === 'open' || isRemembered(last.checkout, now)
}

/** More often than this nobody can be ahead: they would have to find expired what was started a moment ago. */
const MOST_LOOKS = 5

/**
 * Locks from older to newer, as everybody does. While it waited for a lock, somebody may have started that one again,
 * so it looks again. Were it still too early, the primary key of the restarts would refuse a second one.
 */
async function lockLast(tx: Tx, asked: FullCheckout): Promise<FullCheckout> {
  let last = asked
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const id = await findLastRestart(tx, last.checkout.id)
    const next = id === undefined ? undefined : await lockCheckoutById(tx, id)
    if (!next) break
    last = next
  }
  return last
}

async function startAgain(
  tx: Tx,
  asked: FullCheckout,
  ended: FullCheckout,
  needs: CheckoutNeeds,
  now: Date,
): Promise<FullCheckout> {
  const offer = offerAgain(ended)
  const isSameBuyer = isRemembered(asked.checkout, now) && isRemembered(ended.checkout, now)
  const customer = isSameBuyer ? await findSameBuyer(tx, ended, offer.price) : requireForAnybody(ended)
  const input = inputAgain(ended, offer, isSameBuyer)
  const full = await startCheckout(tx, { input, offer, customer, ...sameDiscount(ended, offer, now) }, needs, now)
  await saveRestart(tx, ended.checkout.id, full.checkout.id)
  return full
}

/** The customer whom the seller named; of an upgrade, whose subscription it is, if it can still be upgraded. */
async function findSameBuyer(
  tx: Tx,
  { checkout }: FullCheckout,
  price: FullCheckout['price'],
): Promise<Customer | null> {
  const { organizationId, subscriptionId, customerId } = checkout
  if (subscriptionId === null) return customerId === null ? null : findCustomerOf(tx, organizationId, customerId)
  const upgradable = await findUpgradable(tx, organizationId, subscriptionId)
  requireUpgradable(upgradable)
  requireUpgradePrice(price, 'subscription_id', subscriptionId)
  return upgradable.customer
}

/** An upgrade is for one customer, and would name them. */
function requireForAnybody({ checkout }: FullCheckout): null {
  if (checkout.subscriptionId !== null) throw new Refusal(NoLongerSold)
  return null
}

/** One that no longer applies is gone. What the customer has used up is left to confirm, which knows the customer. */
function sameDiscount({ checkout, discount }: FullCheckout, offer: Parameters<typeof inputAgain>[1], now: Date) {
  const inUse = discount && { discount, redeemedByCustomer: 0 }
  const applies = inUse !== null && reasonAgainst(inUse, offer.organization, offer, now) === null
  return applies ? { discount, discountIsFixed: checkout.discountIsFixed } : { discount: null, discountIsFixed: false }
}
