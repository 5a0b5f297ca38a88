import fc from 'fast-check'
import type { Reply } from '../src/api/api.ts'
import type { Checkout, ErrorBody } from '../src/api/shapes.ts'
import type { Field } from '../src/form/field-names.ts'
import type { Event } from '../src/machine/event.ts'
import type { PayOutcome } from '../src/machine/pay.ts'
import { NOW } from './draft.ts'
import { exampleCheckout, exampleDiscount, exampleField, examplePrice } from './example.ts'
import { ATTEMPT, AWAY, ok, refused } from './screens.ts'

const metadata = fc.constantFrom<Readonly<Record<string, string>>>(
  { mode: 'sandbox' },
  { mode: 'live', intent_status: 'requires_action', client_secret: 'pi_secret' },
  { mode: 'sandbox', intent_status: 'requires_action', redirect_url: 'https://bank.example.com' },
  { mode: 'sandbox', failure_code: 'card_declined' },
)

/** Mostly the first: a story that ends at once tells little. */
function often<Value>(...[usual, ...others]: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual as Value) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

/** Checkouts of every kind and status. */
const checkouts: fc.Arbitrary<Checkout> = fc
  .record({
    status: often('open', 'confirmed', 'succeeded', 'expired', 'failed'),
    discount: often(null, exampleDiscount()),
    total_amount: often(7900, 0, 6320),
    tax_amount: often(0, 100, null),
    is_payment_form_required: fc.boolean(),
    product_price: often(examplePrice(), examplePrice({ id: 'p2', amount_type: 'custom' })),
    attached_custom_fields: often([], [exampleField({ slug: 'size' }, true)]),
    payment_processor_metadata: metadata,
  })
  .map(exampleCheckout)

const bodies = fc.constantFrom<ErrorBody>(
  {},
  { error: 'PaymentError', code: 'card_declined', detail: 'Declined.' },
  { detail: [{ type: 'value_error', loc: ['body', 'customer_email'], msg: 'No' }] },
  { detail: [{ type: 'discount_ended', loc: ['body', 'discount_code'], msg: 'Ended' }] },
)

const refusals = fc
  .record({ status: fc.constantFrom(400, 401, 403, 404, 410, 422), body: bodies })
  .map(({ status, body }) => refused(status, body))

const replies = (of: fc.Arbitrary<Checkout>): fc.Arbitrary<Reply<Checkout>> =>
  fc.oneof({ weight: 8, arbitrary: of.map(ok) }, { weight: 1, arbitrary: refusals }, fc.constant(AWAY))

const open = checkouts.map((checkout) => ({ ...checkout, status: 'open' }))

/** Typed rightly or wrongly. */
const TYPED: Readonly<Partial<Record<Field, readonly string[]>>> = {
  email: ['bob@example.com', 'bob@'],
  amount: ['79.00', '5', ''],
  country: ['DE', ''],
  code: ['LAUNCH20', ''],
  number: ['4000 0000 0000 0002', '4'],
  expiry: ['11 / 39', '11'],
  cvc: ['987', ''],
  'custom.size': ['L', ''],
}
const fields = fc.constantFrom(...(Object.keys(TYPED) as Field[]))
const typed = fields.chain((field) =>
  fc.record({ is: fc.constant('typed' as const), field: fc.constant(field), text: often(...(TYPED[field] ?? [''])) }),
)
const patches = fc.constantFrom<object>({ amount: 500 }, { discount_code: 'X' }, { discount_code: null }, {})

/** What the buyer, the tab and the network can do at any time. */
export const deeds: fc.Arbitrary<Event> = fc.oneof(
  typed,
  fc.record({ is: fc.constant('left' as const), field: fields }),
  fc.record({ is: fc.constant('business' as const), isBusiness: fc.boolean() }),
  fc.record({ is: fc.constant('chosen' as const), patch: patches }),
  fc.record({ is: fc.constant('online' as const), isOnline: fc.boolean() }),
  fc.constantFrom<Event>(
    { is: 'code_asked' },
    { is: 'code_removed' },
    { is: 'asked_again' },
    { is: 'restart_asked' },
    { is: 'paused', field: 'amount' },
  ),
  { weight: 5, arbitrary: fc.constantFrom<Event>({ is: 'submitted', now: NOW }, { is: 'seen' }) },
)

const outcomes: fc.Arbitrary<PayOutcome> = fc.oneof(
  checkouts.map((one): PayOutcome => ({ kind: 'confirmed', checkout: { ...one, customer_session_token: 't' } })),
  bodies.map((body): PayOutcome => ({ kind: 'refused', body })),
  fc.constantFrom<PayOutcome>({ kind: 'closed' }, { kind: 'unreachable' }),
  fc.constant<PayOutcome>({ kind: 'lost', attempt: ATTEMPT }),
)

/** What can be answered to a page that has asked. */
export const answers = fc.record({
  read: replies(checkouts),
  save: replies(open),
  pay: outcomes,
  restart: fc.oneof(
    refusals,
    fc.constant(AWAY),
    fc.constant(ok({ url: 'https://till.example.com', client_secret: 's' })),
  ),
  goods: fc.oneof(refusals, fc.constant(AWAY), fc.constant(ok({ items: [] })), fc.constant(null)),
})
export type Answers = typeof answers extends fc.Arbitrary<infer Value> ? Value : never
