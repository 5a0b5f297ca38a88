import { RefundCreate, RefundWire } from '../../modules/refunds/index.ts'
import { act, type Route, token } from '../../platform/http/route.ts'
import type { RefundNeeds } from './needs.ts'
import { refundOrder } from './refund-order.ts'

export function refundOrderRoutes(needs: Omit<RefundNeeds, 'db' | 'transactions'>): readonly Route[] {
  return [
    act(
      {
        method: 'POST',
        path: '/v1/refunds/',
        operationId: 'createRefund',
        tag: 'Refunds',
        summary: 'Refund an order',
        description:
          'All of it or a part, through the processor that took the money. The answer has the status `pending` when ' +
          'the processor could not say yet: then it is asked again until it can, and `refund.updated` tells. Benefits ' +
          'and license keys go when all of the order is refunded and `revoke_benefits` was asked for, here or with an ' +
          'earlier part.',
        access: token('refunds:write'),
        body: RefundCreate,
        bodyExample: {
          order_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6',
          amount: 1400,
          reason: 'customer_request',
          revoke_benefits: true,
        },
        status: 200,
        answer: RefundWire,
      },
      ({ db, transactions, actor, body, claim, requestId }) =>
        refundOrder({ ...needs, db, transactions }, { actor, body, claim, requestId }),
    ),
  ]
}
