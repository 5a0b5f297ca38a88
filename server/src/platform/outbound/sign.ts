import { createHmac } from 'node:crypto'
import { PREFIXES } from '../../kernel/secrets.ts'

/** What the receiver of a message can check: its headers, and the body as it is sent. */
export interface SignedMessage {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/**
 * The value of the header `webhook-signature`. Receivers disagree about the key. Existing clients take the bytes of the
 * whole text, and standard libraries take what is base64 behind the prefix. A receiver is content with any signature that
 * fits, so a secret in the standard form signs both ways, whoever made it. While a secret is being replaced, the old one
 * signs too.
 */
export function signatures(secrets: readonly string[], message: SignedMessage): string {
  const text = `${message.id}.${message.timestampSeconds}.${message.body}`
  return secrets
    .flatMap(keysOf)
    .map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    .join(' ')
}

/** In quads, of which the last may be short: with its padding, as others write it, or without, as we do. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$/

/** The 43 characters of a secret of ours are 32 bytes, and the last two bits are dropped. */
function keysOf(secret: string): Buffer[] {
  const whole = Buffer.from(secret, 'utf8')
  const encoded = secret.startsWith(PREFIXES.webhook) ? secret.slice(PREFIXES.webhook.length) : ''
  return BASE64.test(encoded) ? [whole, Buffer.from(encoded, 'base64')] : [whole]
}
