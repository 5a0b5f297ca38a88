import { Type } from 'typebox'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token } from '../../platform/http/route.ts'
import { findFullPayment, listPayments, PAYMENT_CRITERIA } from './list.ts'
import { Payment, PaymentList, PaymentQuery } from './schema.ts'
import { paymentView } from './view.ts'

const tag = 'Payments'
const path = '/v1/payments/'

export const paymentRoutes: readonly Route[] = [
  read(
    {
      method: 'GET',
      path,
      operationId: 'listPayments',
      tag,
      summary: 'List payments',
      description:
        'Every attempt to take money, whatever came of it. Newest first unless `sorting` says otherwise: by ' +
        '`created_at` or `amount`.',
      access: token('payments:read'),
      query: PaymentQuery,
      status: 200,
      answer: PaymentList,
    },
    async ({ db, actor, query }) => {
      const page = pageOf(query)
      const filter = {
        organizationId: query.organization_id,
        checkoutId: query.checkout_id,
        orderId: query.order_id,
        status: query.status,
        processor: query.processor,
      }
      const sorting = sortingOf(query.sorting, PAYMENT_CRITERIA, ['-created_at'])
      return listAnswer(await listPayments(db, actor, filter, sorting, page), page, paymentView)
    },
  ),
  read(
    {
      method: 'GET',
      path: `${path}{id}`,
      operationId: 'getPayment',
      tag,
      summary: 'Get a payment',
      access: token('payments:read'),
      params: Type.Object({ id: Uuid }),
      status: 200,
      answer: Payment,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params }) => {
      const found = await findFullPayment(db, actor, params.id)
      if (!found) throw new Refusal(ResourceNotFound)
      return versioned(paymentView(found), found.payment)
    },
  ),
]
