import { confirm, makeCheckout } from './checkout-factories.ts'
import type { Client, Reply } from './client.ts'
import type { TestTill } from './till.ts'

/** Somebody for whom the seller made a session: it reaches everything of theirs. */
export async function signIn(till: TestTill, customerId: string): Promise<Client> {
  const made = await till.owner.must(till.owner.post('/v1/customer-sessions/', { customer_id: customerId }))
  return till.as(made.token)
}

/** An organization as its customers see it: without what it has set for its own mails. */
export async function sellerOf(till: TestTill, organizationId: string): Promise<Reply['body']> {
  const organization = await till.owner.must(till.owner.get(`/v1/organizations/${organizationId}`))
  const { order_receipts } = organization.mail_settings
  return { ...organization, mail_settings: { order_receipts } }
}

export interface Purchase {
  /** With the session that the confirm answered with: it reaches this purchase, unless the seller named the customer. */
  readonly buyer: Client
  readonly customerId: string
  readonly checkoutId: string
  readonly order: Reply['body']
}

export async function purchase(till: TestTill, productId: string, fields: object): Promise<Purchase> {
  const checkout = await makeCheckout(till, { product_id: productId, ...fields })
  const confirmed = await till.anonymous.must(confirm(till.anonymous, checkout))
  const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
  return {
    buyer: till.as(confirmed.customer_session_token),
    customerId: confirmed.customer_id,
    checkoutId: checkout.id,
    order: items[0],
  }
}

export const idsIn = (body: Reply['body']): string[] => body.items.map((item: { id: string }) => item.id)
