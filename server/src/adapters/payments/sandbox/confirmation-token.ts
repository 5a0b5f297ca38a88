import type { SecretBox } from '../../../kernel/secrets.ts'
import type { PaymentMethod } from '../../../modules/payments/index.ts'
import type { CardOutcome } from './cards.ts'

/** What a token stands for. It is sealed into the token itself, so nothing of a card is ever stored. */
export interface TokenContent {
  readonly outcome: CardOutcome
  readonly method: PaymentMethod
}

const PREFIX = 'ctoken_'
const FIXED_PREFIX = 'ctoken_test_'

const FIXED: Readonly<Record<string, CardOutcome>> = {
  success: 'success',
  declined: 'card_declined',
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
  authentication_required: 'authentication_required',
  charge_declined_later: 'charge_declined_later',
  unknown: 'unknown',
  late: 'late',
  disputed: 'disputed',
}

export const TEST_METHOD: PaymentMethod = { type: 'card', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 }

export function makeToken(content: TokenContent, box: SecretBox): string {
  return PREFIX + box.seal(JSON.stringify(content)).toString('base64url')
}

/** Null for a token that nobody here made. Without one: the card that always succeeds. */
export function readToken(token: string | undefined, box: SecretBox): TokenContent | null {
  if (token === undefined) return { outcome: 'success', method: TEST_METHOD }
  if (token.startsWith(FIXED_PREFIX)) {
    const name = token.slice(FIXED_PREFIX.length)
    const outcome = Object.hasOwn(FIXED, name) ? FIXED[name] : undefined
    return outcome === undefined ? null : { outcome, method: TEST_METHOD }
  }
  if (!token.startsWith(PREFIX)) return null
  try {
    return JSON.parse(box.open(Buffer.from(token.slice(PREFIX.length), 'base64url')))
  } catch {
    return null
  }
}
