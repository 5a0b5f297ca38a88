import { createHash } from 'node:crypto'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { isWellFormed } from '../../kernel/secrets.ts'

/** A secret with a typing error cannot be one that we made: 404 without a look-up. */
export function requireWellFormed(clientSecret: string): void {
  if (!isWellFormed('checkout', clientSecret)) throw new Refusal(ResourceNotFound)
}

/** On the buyer's routes an Idempotency-Key belongs to the checkout. */
export function checkoutScope({ params }: { params: { client_secret: string } }): string {
  return `checkout:${createHash('sha256').update(params.client_secret).digest('base64url')}`
}
