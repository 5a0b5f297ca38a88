import { Refusal, Unauthorized } from '../../kernel/refusal.ts'

export const noToken = () => new Refusal(Unauthorized, { headers: { 'www-authenticate': 'Bearer' } })

export const invalidToken = (what: 'access token' | 'customer session' = 'access token') =>
  new Refusal(Unauthorized, {
    code: 'invalid_token',
    detail: `The ${what} is unknown, expired or revoked.`,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
