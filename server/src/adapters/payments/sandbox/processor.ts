import type { SecretBox } from '../../../kernel/secrets.ts'
import type { InstantProcessor } from '../../../modules/payments/index.ts'
import { readToken, succeedingContent } from './confirmation-token.ts'

/** The processor that stands in for a real one: no account, no network, and the same answers every time. */
export function sandboxProcessor(box: SecretBox): InstantProcessor {
  return {
    judge(confirmationToken) {
      const content = confirmationToken === undefined ? succeedingContent : readToken(confirmationToken, box)
      if (content === null) return { kind: 'unknown_token' }
      const { outcome, method } = content
      return outcome === 'success' ? { kind: 'paid', method } : { kind: 'declined', method, code: outcome }
    },
  }
}
