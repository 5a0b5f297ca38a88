import { fullAddress } from '../../../kernel/address.ts'
import { requireTaxId, taxIdOf } from '../../customers/index.ts'
import type { Checkout } from '../model.ts'
import type { CheckoutUpdatePublic } from '../schema.ts'

type CustomerPatch = Pick<
  CheckoutUpdatePublic,
  'customer_name' | 'customer_email' | 'customer_billing_address' | 'customer_tax_id'
>

/** What an update says about the customer. */
export function customerChanges(checkout: Checkout, patch: CustomerPatch): Partial<Checkout> {
  const emailIsGiven = patch.customer_email !== undefined && checkout.customerId === null
  const address =
    patch.customer_billing_address === undefined
      ? checkout.customerBillingAddress
      : patch.customer_billing_address && fullAddress(patch.customer_billing_address)
  return {
    ...(patch.customer_name !== undefined && { customerName: patch.customer_name }),
    ...(emailIsGiven && { customerEmail: patch.customer_email ?? null }),
    customerBillingAddress: address,
    customerTaxId: taxIdAfter(checkout, patch.customer_tax_id, address?.country ?? null),
  }
}

type Held = Pick<Checkout, 'customerTaxId' | 'customerBillingAddress'>

/**
 * A tax id that is sent has to be one of the billing country; without a country it waits for one. One that was there
 * before is dropped when the country changes to one whose it cannot be: whoever moves is not asked about a number that
 * they may never have typed.
 */
export function taxIdAfter(held: Held, sent: string | null | undefined, country: string | null): string | null {
  if (sent === null) return null
  if (sent !== undefined) return country === null ? sent : requireTaxId(country, sent)[0]
  const { customerTaxId, customerBillingAddress } = held
  if (customerTaxId === null || country === null || country === customerBillingAddress?.country) return customerTaxId
  return taxIdOf(country, customerTaxId)?.[0] ?? null
}
