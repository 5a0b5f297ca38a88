import { createHmac } from 'node:crypto'
import { PREFIXES } from '../../kernel/secrets.ts'

export interface SigningSecret {
  readonly text: string
  /** Whether we made it up. Only then may a receiver read it as base64. */
  readonly isOurs: boolean
}

/** What the receiver of a message can check: its headers, and the body as it is sent. */
export interface SignedMessage {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/**
 * The value of the header `webhook-signature`. Receivers disagree about the key. Existing clients take the bytes of the
 * whole text, and standard libraries take what is base64 behind the prefix. A receiver is content with any signature that
 * fits, so a secret of ours signs both ways. While a secret is being replaced, the old one signs too.
 */
export function signatures(secrets: readonly SigningSecret[], message: SignedMessage): string {
  const text = `${message.id}.${message.timestampSeconds}.${message.body}`
  return secrets
    .flatMap(keysOf)
    .map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    .join(' ')
}

/** Base64 without padding: the 43 characters of a secret of ours are 32 bytes, and the last two bits are dropped. */
function keysOf({ text, isOurs }: SigningSecret): Buffer[] {
  const whole = Buffer.from(text, 'utf8')
  return isOurs ? [whole, Buffer.from(text.slice(PREFIXES.webhook.length), 'base64')] : [whole]
}
