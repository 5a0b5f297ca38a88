import { Type } from 'typebox'
import { Email, named, Uuid } from '../../../kernel/wire.ts'

export const SignInRequest = named('CustomerSessionRequest', Type.Object({ organization_id: Uuid, email: Email }))

export const SignInRequested = named(
  'CustomerSessionRequested',
  Type.Object({
    detail: Type.String({ examples: ['If this is the address of a customer, a code is on its way.'] }),
  }),
)

export const SignIn = named(
  'CustomerSessionAuthenticate',
  Type.Object({
    organization_id: Uuid,
    email: Email,
    code: Type.String({
      pattern: '^[0-9]{6}$',
      patternMeans: 'six digits, such as 041583',
      description: 'The six digits of the newest mail.',
      examples: ['041583'],
    }),
  }),
)
