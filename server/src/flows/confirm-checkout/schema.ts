import { type Static, Type } from 'typebox'
import { Amount, Extend, Line, Maybe, named } from '../../kernel/wire.ts'
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
    expected_total_amount: Maybe(
      Type.Integer({
        ...Amount,
        description: 'What the buyer was told to pay. If it comes to another total, 422 and nothing is paid.',
      }),
    ),
  }),
)
export type CheckoutConfirm = Static<typeof CheckoutConfirm>
