import { type Static, Type } from 'typebox'
import { MAX_AMOUNT } from '../../kernel/money.ts'
import {
  AnyOf,
  ListOf,
  Maybe,
  Metadata,
  MetadataOut,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Text,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { REFUND_REASONS, REFUND_STATUSES } from './model.ts'

export const Refund = named(
  'Refund',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    metadata: MetadataOut,
    status: OneOf(REFUND_STATUSES, {
      description: '`pending` while the processor has not said what became of it. One that failed took nothing.',
      examples: ['succeeded'],
    }),
    reason: OneOf(REFUND_REASONS, { examples: ['customer_request'] }),
    amount: Type.Integer({ description: 'Without tax.', examples: [1400] }),
    tax_amount: Type.Integer({ description: 'The tax that goes back with it.', examples: [0] }),
    currency: Type.String({ examples: ['usd'] }),
    organization_id: Uuid,
    order_id: Uuid,
    subscription_id: Nullable(Uuid),
    customer_id: Uuid,
    payment_id: Uuid,
    revoke_benefits: Type.Boolean({ examples: [true] }),
    comment: Nullable(Type.String({ examples: ['Bought twice by mistake'] })),
    failure_detail: Nullable(Type.String({ description: 'What the processor said when it failed.' })),
  }),
)
export type Refund = Static<typeof Refund>

export const RefundList = ListOf(Refund)

export const RefundCreate = named(
  'RefundCreate',
  Type.Object({
    order_id: Uuid,
    amount: Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT,
      description: 'Without tax. The tax goes back in proportion; the last refund of an order takes exactly the rest.',
      examples: [1400],
    }),
    reason: OneOf(REFUND_REASONS, { examples: ['customer_request'] }),
    comment: Maybe(Text({ description: 'For yourself; customers do not see it.', examples: ['Bought twice'] })),
    revoke_benefits: Maybe(
      Type.Boolean({
        description:
          'Once all of the order is refunded, takes back what it granted, license keys too. It is enough that one of ' +
          'several refunds asks. The benefits of a subscription hang on the subscription, so that ends at once.',
        examples: [true],
      }),
    ),
    metadata: Maybe(Metadata),
  }),
)
export type RefundCreate = Static<typeof RefundCreate>

export const RefundQuery = Type.Object({
  ...PageQuery,
  id: AnyOf(Uuid),
  organization_id: AnyOf(Uuid),
  order_id: AnyOf(Uuid),
  subscription_id: AnyOf(Uuid),
  customer_id: AnyOf(Uuid),
  succeeded: Type.Optional(Type.Boolean({ description: '`false`: pending and failed ones.' })),
})
