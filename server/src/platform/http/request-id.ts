import type { IncomingMessage } from 'node:http'
import { newId } from '../../kernel/ids.ts'

const SANE = /^[A-Za-z0-9._-]{8,128}$/

/** Taken over from the caller if it is sane, so that one id follows a request through several systems. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : newId()
}
