import { Refusal, Unauthorized } from '../../kernel/refusal.ts'

export const noToken = () => new Refusal(Unauthorized, { headers: { 'www-authenticate': 'Bearer' } })

export const invalidToken = () =>
  new Refusal(Unauthorized, {
    code: 'invalid_token',
    detail: 'The access token is unknown, expired or revoked.',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
