import { createHash } from 'node:crypto'
import type { CustomerReferences, OpenAsk } from '../../../modules/payments/index.ts'
import type { StripeClient } from './client.ts'

type Customer = OpenAsk['customer']

/** A card can be charged again only as a card of a customer of Stripe's. */
export class StripeCustomers {
  readonly #client: StripeClient
  readonly #references: CustomerReferences

  constructor(client: StripeClient, references: CustomerReferences) {
    this.#client = client
    this.#references = references
  }

  async referenceOf(customer: Customer): Promise<string> {
    return (await this.#references.find(customer.id)) ?? this.#create(customer, null)
  }

  /** Somebody has deleted the customer at Stripe, or the keys are another account's by now. */
  replace(customer: Customer, gone: string): Promise<string> {
    return this.#create(customer, gone)
  }

  async #create({ id, email, name }: Customer, gone: string | null): Promise<string> {
    const params = { email, ...(name !== null && { name }), metadata: { customer_id: id } }
    // The same key with other parameters would be refused, and after a deletion it would lead to who is gone.
    const sum = createHash('sha256')
      .update(JSON.stringify([params, gone]))
      .digest('hex')
      .slice(0, 32)
    const idempotencyKey = `till-customer-${id}-${sum}`
    const made = await this.#client.ask('customer', (stripe) => stripe.customers.create(params, { idempotencyKey }))
    return this.#references.keep(id, made.id, gone)
  }
}
