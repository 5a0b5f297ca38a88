import { type Static, Type } from 'typebox'
import { AnyOf, ListOf, Nullable, named, OneOf, PageQuery, Timestamp, Uuid } from '../../kernel/wire.ts'
import { DECLINE_CODES, DISPUTE_STATUSES, PAYMENT_PURPOSES, PAYMENT_STATUSES, PROCESSORS } from './model.ts'

const PaymentMethod = named(
  'PaymentMethod',
  Type.Object({
    type: OneOf(['card']),
    brand: Type.String({ examples: ['visa'] }),
    last4: Type.String({ examples: ['4242'] }),
    exp_month: Type.Integer({ examples: [12] }),
    exp_year: Type.Integer({ examples: [2099] }),
  }),
)

const Dispute = named(
  'Dispute',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    payment_id: Uuid,
    status: OneOf(DISPUTE_STATUSES),
    amount: Type.Integer({ examples: [1400] }),
    currency: Type.String({ examples: ['usd'] }),
    reason: Nullable(Type.String({ examples: ['fraudulent'] })),
  }),
)

export type Dispute = Static<typeof Dispute>

export const Payment = named(
  'Payment',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    organization_id: Uuid,
    checkout_id: Nullable(Uuid),
    order_id: Nullable(Uuid),
    processor: OneOf(PROCESSORS, { examples: ['sandbox'] }),
    mode: OneOf(['sandbox', 'live'], { examples: ['sandbox'] }),
    purpose: OneOf(PAYMENT_PURPOSES, {
      description: 'A `setup` takes no money: it makes sure that a card can be charged later.',
      examples: ['payment'],
    }),
    status: OneOf(PAYMENT_STATUSES, { examples: ['succeeded'] }),
    amount: Type.Integer({ description: 'With tax.', examples: [1400] }),
    currency: Type.String({ examples: ['usd'] }),
    method: Nullable(PaymentMethod),
    processor_reference: Nullable(
      Type.String({
        description: 'The processor’s own name for it; null until it has one.',
        examples: ['sandbox_0197a6f0-1c2b-7d3e-8f40-51627384a5b6'],
      }),
    ),
    failure_code: Nullable(OneOf(DECLINE_CODES)),
    failure_detail: Nullable(Type.String({ description: 'The same as a sentence for people.' })),
    is_stray: Type.Boolean({
      description: 'The money came for an attempt that was given up, and goes back.',
      examples: [false],
    }),
    refunded_amount: Type.Integer({ description: 'With tax.', examples: [0] }),
    disputes: Type.Array(Dispute, { description: 'Times that the buyer’s bank has asked for the money back.' }),
  }),
)
export type Payment = Static<typeof Payment>

export const PaymentList = ListOf(Payment)

export const PaymentQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  checkout_id: AnyOf(Uuid),
  order_id: AnyOf(Uuid),
  status: AnyOf(OneOf(PAYMENT_STATUSES)),
  processor: AnyOf(OneOf(PROCESSORS)),
})
