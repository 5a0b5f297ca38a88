import type { IncomingMessage } from 'node:http'
import { hasCardNumber } from '../../kernel/card-number.ts'
import { newId } from '../../kernel/ids.ts'

/** Not one of our secrets, nor a card: it would end up in the log. */
const SANE = /^(?!till_|whsec_|ctoken_)[A-Za-z0-9._-]{8,128}$/

/** Taken over from the caller if it is sane, so that one id follows a request through several systems. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) && !hasCardNumber(given) ? given : newId()
}
