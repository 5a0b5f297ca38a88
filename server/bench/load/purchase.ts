import { randomUUID } from 'node:crypto'
import type { Ask } from './request.ts'

export const CHECKOUTS = '/v1/checkouts/custom/'

/** A whole purchase by a buyer whom the shop has not seen before: open, fill in, confirm. */
export function purchaseSteps(productId: string, token: string): ((previous: Buffer) => Ask)[] {
  const buyer = randomUUID()
  let secret = ''
  return [
    () => {
      const success_url = 'https://shop.example.com/thanks?checkout_id={CHECKOUT_ID}'
      const body = { product_id: productId, success_url, metadata: { campaign: 'spring' } }
      return { method: 'POST', path: CHECKOUTS, token, body }
    },
    (previous) => {
      secret = secretIn(previous)
      return {
        method: 'PATCH',
        path: `${CHECKOUTS}client/${secret}`,
        body: {
          customer_email: `${buyer}@example.com`,
          customer_name: 'Ada Lovelace',
          customer_billing_address: {
            line1: '12 Harbor Street',
            postal_code: '97201',
            city: 'Portland',
            country: 'US',
          },
        },
      }
    },
    () => ({
      method: 'POST',
      path: `${CHECKOUTS}client/${secret}/confirm`,
      body: { confirmation_token_id: 'ctoken_test_success' },
    }),
  ]
}

/** Cut out, not parsed: the generator should have as little work as possible. */
function secretIn(body: Buffer): string {
  const mark = '"client_secret":"'
  const start = body.indexOf(mark) + mark.length
  return body.toString('latin1', start, body.indexOf('"', start))
}
