import type { Actor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../../customers/index.ts'
import { type Discount, findDiscountById } from '../../discounts/index.ts'
import type { FullCheckout } from '../model.ts'
import { findOffer, type Offer } from '../offer.ts'
import { requireApplicable } from '../rules/discount.ts'
import { requireUpgradable, requireUpgradePrice } from '../rules/upgrade.ts'
import { wantedOf } from '../rules/wanted.ts'
import type { CheckoutCreate } from '../schema.ts'
import { findUpgradable, findVisibleCustomer } from '../seller-references.ts'
import { type CheckoutNeeds, startCheckout } from './start-checkout.ts'

/** By the seller. A discount that the seller names is fixed: the buyer cannot change it. */
export async function createCheckout(
  tx: Tx,
  actor: Actor,
  input: CheckoutCreate,
  needs: CheckoutNeeds,
): Promise<FullCheckout> {
  const offer = await findOffer(tx, actor, wantedOf(input))
  const { organization } = offer
  tx.requireWriter(organization.id)
  const now = tx.clock.now(organization.id)
  const customer = await findBuyer(tx, offer, input)
  const discount = await findDiscount(tx, offer, customer, input, now)
  return startCheckout(tx, { input, offer, customer, discount, discountIsFixed: discount !== null }, needs, now)
}

/** The customer that the seller names; of a subscription that is upgraded, whose it is. */
async function findBuyer(tx: Tx, { organization, price }: Offer, input: CheckoutCreate): Promise<Customer | null> {
  const named = await findVisibleCustomer(tx, organization.id, input.customer_id)
  if (!input.subscription_id) return named
  const upgradable = await findUpgradable(tx, organization.id, input.subscription_id)
  requireUpgradable(upgradable)
  requireUpgradePrice(price, 'subscription_id', input.subscription_id)
  if (named && named.id !== upgradable.customer.id) {
    throw invalidField('customer_id', 'The subscription belongs to another customer', input.customer_id)
  }
  return upgradable.customer
}

async function findDiscount(
  tx: Tx,
  offer: Offer,
  customer: Customer | null,
  { discount_id: id, customer_email: email }: CheckoutCreate,
  now: Date,
): Promise<Discount | null> {
  if (!id) return null
  const { organization } = offer
  const redeemer = {
    organizationId: organization.id,
    customerId: customer?.id ?? null,
    customerEmail: email ?? null,
  }
  const found = await findDiscountById(tx, redeemer, id)
  if (!found) throw invalidField('discount_id', 'There is no such discount', id)
  requireApplicable(found, organization, offer, now, { field: 'discount_id', input: id })
  return found.discount
}
