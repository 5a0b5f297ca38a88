import { ResourceNotFound } from '../../kernel/refusal.ts'
import {
  ByClientSecret,
  CheckoutPublicConfirmed,
  checkoutScope,
  ExpiredCheckout,
  NotOpenCheckout,
  requireWellFormed,
} from '../../modules/checkouts/index.ts'
import { PaymentError } from '../../modules/payments/index.ts'
import { AlreadyActiveSubscriptionError } from '../../modules/subscriptions/index.ts'
import { act, optionalToken, type Route } from '../../platform/http/route.ts'
import { type ConfirmNeeds, confirmCheckout } from './confirm-checkout.ts'
import { CheckoutConfirm } from './schema.ts'

export function confirmCheckoutRoutes(needs: ConfirmNeeds): readonly Route[] {
  return [
    act(
      {
        method: 'POST',
        path: '/v1/checkouts/custom/client/{client_secret}/confirm',
        operationId: 'confirmCheckoutFromClient',
        tag: 'Checkouts',
        summary: 'Confirm a checkout session from the client',
        description: 'The order, the subscription and the license keys exist when the answer leaves.',
        access: optionalToken,
        budget: 'confirm',
        params: ByClientSecret,
        body: CheckoutConfirm,
        bodyExample: { customer_email: 'ada@example.com', confirmation_token_id: 'ctoken_test_success' },
        status: 200,
        answer: CheckoutPublicConfirmed,
        refusals: [PaymentError, NotOpenCheckout, AlreadyActiveSubscriptionError, ResourceNotFound, ExpiredCheckout],
        idempotencyScope: checkoutScope,
      },
      async ({ db, transactions, params, body, claim, requestId, render }) => {
        requireWellFormed(params.client_secret)
        const ask = { clientSecret: params.client_secret, body, claim, requestId, render }
        return confirmCheckout(db, transactions, needs, ask)
      },
    ),
  ]
}
