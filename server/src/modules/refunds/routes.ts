import { Type } from 'typebox'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token } from '../../platform/http/route.ts'
import { Refund, RefundList, RefundQuery } from './schema.ts'
import { findVisibleRefund, listRefunds, REFUND_CRITERIA } from './store.ts'
import { refundView } from './view.ts'

const tag = 'Refunds'
const path = '/v1/refunds/'

export const refundRoutes: readonly Route[] = [
  read(
    {
      method: 'GET',
      path,
      operationId: 'listRefunds',
      tag,
      summary: 'List refunds',
      description: `Sorted by ${REFUND_CRITERIA.join(' or ')}; newest first when nothing is said.`,
      access: token('refunds:read'),
      query: RefundQuery,
      status: 200,
      answer: RefundList,
    },
    async ({ db, actor, query }) => {
      const page = pageOf(query)
      const filter = {
        id: query.id,
        organizationId: query.organization_id,
        orderId: query.order_id,
        subscriptionId: query.subscription_id,
        customerId: query.customer_id,
        succeeded: query.succeeded,
      }
      const sorting = sortingOf(query.sorting, REFUND_CRITERIA, ['-created_at'])
      return listAnswer(await listRefunds(db, actor, filter, sorting, page), page, refundView)
    },
  ),
  read(
    {
      method: 'GET',
      path: `${path}{id}`,
      operationId: 'getRefund',
      tag,
      summary: 'Get a refund',
      access: token('refunds:read'),
      params: Type.Object({ id: Uuid }),
      status: 200,
      answer: Refund,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params }) => {
      const found = await findVisibleRefund(db, actor, params.id)
      if (!found) throw new Refusal(ResourceNotFound)
      return versioned(refundView(found), found)
    },
  ),
]
