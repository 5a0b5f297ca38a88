import type { Static } from 'typebox'
import { Extend, Line, Maybe, named } from '../../kernel/wire.ts'
import { CheckoutUpdatePublic } from '../../modules/checkouts/index.ts'

export const CheckoutConfirm = named(
  'CheckoutConfirm',
  Extend(CheckoutUpdatePublic, {
    confirmation_token_id: Maybe(
      Line({
        maxLength: 1024,
        description: 'What the buyer pays with. Left out, the sandbox uses the card that succeeds.',
        examples: ['ctoken_test_success'],
      }),
    ),
  }),
)
export type CheckoutConfirm = Static<typeof CheckoutConfirm>
