import { Type } from 'typebox'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../platform/http/route.ts'
import { createDiscount } from './operations/create-discount.ts'
import { deleteDiscount } from './operations/delete-discount.ts'
import { updateDiscount } from './operations/update-discount.ts'
import { Discount, DiscountCreate, DiscountList, DiscountQuery, DiscountUpdate } from './schema.ts'
import { DISCOUNT_CRITERIA, findFullDiscount, listDiscounts } from './store.ts'
import { discountView } from './view.ts'

const tag = 'Discounts'
const path = '/v1/discounts/'
const ById = Type.Object({ id: Uuid })

export const discountRoutes: readonly Route[] = [
  read(
    {
      method: 'GET',
      path,
      operationId: 'listDiscounts',
      tag,
      summary: 'List discounts',
      description: `Sorted by ${DISCOUNT_CRITERIA.join(', ')}; newest first when nothing is said.`,
      access: token('discounts:read'),
      query: DiscountQuery,
      status: 200,
      answer: DiscountList,
    },
    async ({ db, actor, query }) => {
      const page = pageOf(query)
      const filter = { organizationId: query.organization_id, query: query.query }
      const sorting = sortingOf(query.sorting, DISCOUNT_CRITERIA, ['-created_at'])
      return listAnswer(await listDiscounts(db, actor, filter, sorting, page), page, discountView)
    },
  ),
  write(
    {
      method: 'POST',
      path,
      operationId: 'createDiscount',
      tag,
      summary: 'Create a discount',
      description:
        'A `fixed` discount needs `amount` (its currency is the organization’s unless said), a `percentage` one ' +
        '`basis_points`, and a `repeating` one `duration_in_months`.',
      access: token('discounts:write'),
      body: DiscountCreate,
      bodyExample: { name: 'Spring sale', type: 'percentage', basis_points: 2000, duration: 'once', code: 'SPRING20' },
      status: 201,
      answer: Discount,
    },
    async ({ tx, actor, body }) => {
      const made = await createDiscount(tx, actor, body)
      return versioned(discountView(made), made.discount)
    },
  ),
  read(
    {
      method: 'GET',
      path: `${path}{id}`,
      operationId: 'getDiscount',
      tag,
      summary: 'Get a discount',
      access: token('discounts:read'),
      params: ById,
      status: 200,
      answer: Discount,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params }) => {
      const found = await findFullDiscount(db, actor, params.id)
      if (!found) throw new Refusal(ResourceNotFound)
      return versioned(discountView(found), found.discount)
    },
  ),
  write(
    {
      method: 'PATCH',
      path: `${path}{id}`,
      operationId: 'updateDiscount',
      tag,
      summary: 'Update a discount',
      description: 'Type, duration and value can change until the discount is used for the first time.',
      access: token('discounts:write'),
      params: ById,
      body: DiscountUpdate,
      bodyExample: { max_redemptions: 100 },
      status: 200,
      answer: Discount,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params, body }) => {
      const updated = await updateDiscount(tx, actor, params.id, body)
      return versioned(discountView(updated), updated.discount)
    },
  ),
  write(
    {
      method: 'DELETE',
      path: `${path}{id}`,
      operationId: 'deleteDiscount',
      tag,
      summary: 'Delete a discount',
      description: 'It can no longer be used, and its code is free again. Orders made with it keep showing it.',
      access: token('discounts:write'),
      params: ById,
      status: 204,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params }) => {
      await deleteDiscount(tx, actor, params.id)
      return undefined
    },
  ),
]
