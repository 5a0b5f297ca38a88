import { Refusal, Unauthorized } from '../../kernel/refusal.ts'

export type TokenName = 'access token' | 'customer session'

export const noToken = (name: TokenName) =>
  new Refusal(Unauthorized, {
    detail: `A valid ${name} is needed: Authorization: Bearer <token>.`,
    headers: { 'www-authenticate': 'Bearer' },
  })

const refused = (detail: string) =>
  new Refusal(Unauthorized, {
    code: 'invalid_token',
    detail,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

export const notBearer = (name: TokenName) =>
  refused(`The Authorization header should be the word Bearer, a space and the ${name}.`)

export const invalidToken = (name: TokenName = 'access token') => refused(`The ${name} is unknown, expired or revoked.`)
