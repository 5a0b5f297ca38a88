import type { Client, Reply } from './client.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

export async function makeCheckout(till: TestTill, fields: object): Promise<Body> {
  return till.owner.must(till.owner.post('/v1/checkouts/custom/', fields))
}

export function confirm(client: Client, checkout: { client_secret: string }, body: object = {}, headers = {}) {
  return client.post(`/v1/checkouts/custom/client/${checkout.client_secret}/confirm`, body, headers)
}

/** A finished sale: the product is bought by this e-mail address; answers the order. */
export async function buy(till: TestTill, productId: string, email: string, fields: object = {}): Promise<Body> {
  const checkout = await makeCheckout(till, { product_id: productId, customer_email: email, ...fields })
  await till.anonymous.must(confirm(till.anonymous, checkout))
  const { items } = await till.owner.must(till.owner.get(`/v1/orders/?checkout_id=${checkout.id}`))
  return items[0]
}
