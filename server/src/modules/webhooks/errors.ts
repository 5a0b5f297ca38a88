import { NotPermitted, type RefusalKind } from '../../kernel/refusal.ts'

/** Every event is queued for each of them, in the one transaction that numbers the events of everybody. */
export const MOST_ENDPOINTS = 20

export const TooManyEndpoints: RefusalKind = {
  ...NotPermitted,
  code: 'too_many_endpoints',
  detail: `An organization has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`,
}
