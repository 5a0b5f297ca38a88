import { type Static, Type } from 'typebox'
import { InvalidInput, invalidField } from '../../../kernel/invalid-input.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import { Integer, named } from '../../../kernel/wire.ts'
import { publicAccess, type Route, write } from '../../../platform/http/route.ts'
import { findCard } from './cards.ts'
import { chargesRoute } from './charges.ts'
import { makeToken } from './confirmation-token.ts'

const ConfirmationTokenCreate = named(
  'SandboxConfirmationTokenCreate',
  Type.Object({
    card: Type.Object({
      number: Type.String({ maxLength: 32, examples: ['4242 4242 4242 4242'] }),
      exp_month: Integer({ minimum: 1, maximum: 12, examples: [12] }),
      exp_year: Integer({ minimum: 2000, maximum: 2999, examples: [2099] }),
      cvc: Type.String({ pattern: '^[0-9]{3,4}$', patternMeans: 'three or four digits', examples: ['123'] }),
    }),
  }),
)

const ConfirmationToken = named(
  'SandboxConfirmationToken',
  Type.Object({
    id: Type.String({ description: 'For `confirmation_token_id`.', examples: ['ctoken_test_success'] }),
    card: Type.Object({ brand: Type.String({ examples: ['visa'] }), last4: Type.String({ examples: ['4242'] }) }),
  }),
)

/** What the buyer's page does with a card: it becomes a token before anything else sees it. */
export function sandboxRoutes({ box }: { box: SecretBox }): readonly Route[] {
  return [
    write(
      {
        method: 'POST',
        path: '/v1/sandbox/confirmation-tokens',
        operationId: 'createSandboxConfirmationToken',
        tag: 'Sandbox',
        summary: 'Turn a test card into a confirmation token',
        description: 'Test cards only. `4242 4242 4242 4242` succeeds, `4000 0000 0000 0002` is declined.',
        access: publicAccess,
        body: ConfirmationTokenCreate,
        isSensitive: true,
        takesCards: true,
        status: 201,
        answer: ConfirmationToken,
      },
      async ({ tx, body }) => tokenFor(body, tx.clock.now(), box),
    ),
    chargesRoute,
  ]
}

function tokenFor(body: Static<typeof ConfirmationTokenCreate>, now: Date, box: SecretBox) {
  const { number, exp_month, exp_year } = body.card
  const card = findCard(number)
  if (!card) throw unknownCard()
  if (new Date(Date.UTC(exp_year, exp_month, 1)) <= now) {
    throw invalidField(['card', 'exp_year'], 'The card has expired', null)
  }
  const last4 = number.replace(/\D/g, '').slice(-4)
  const method = { type: 'card', brand: card.brand, last4, exp_month, exp_year } as const
  return { id: makeToken({ outcome: card.outcome, method }, box), card: { brand: card.brand, last4 } }
}

/** The number is not repeated: it could be a real one. */
function unknownCard(): InvalidInput {
  const msg = 'The sandbox takes test cards only, such as 4242 4242 4242 4242'
  return new InvalidInput([{ type: 'value_error', loc: ['body', 'card', 'number'], msg, input: null }])
}
