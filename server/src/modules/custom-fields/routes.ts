import { Type } from 'typebox'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../platform/http/route.ts'
import { createCustomField } from './operations/create-custom-field.ts'
import { deleteCustomField, type TakeFromProduct } from './operations/delete-custom-field.ts'
import { updateCustomField } from './operations/update-custom-field.ts'
import { CustomField, CustomFieldCreate, CustomFieldList, CustomFieldQuery, CustomFieldUpdate } from './schema.ts'
import { CUSTOM_FIELD_CRITERIA, findCustomField, listCustomFields } from './store.ts'
import { customFieldView } from './view.ts'

const tag = 'Custom fields'
const path = '/v1/custom-fields/'
const ById = Type.Object({ id: Uuid })

export interface CustomFieldParts {
  readonly takeFromProduct: TakeFromProduct
}

export function customFieldRoutes({ takeFromProduct }: CustomFieldParts): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listCustomFields',
        tag,
        summary: 'List custom fields',
        description: `Sorted by ${CUSTOM_FIELD_CRITERIA.join(', ')}; by slug when nothing is said.`,
        access: token('custom_fields:read'),
        query: CustomFieldQuery,
        status: 200,
        answer: CustomFieldList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const filter = { organizationId: query.organization_id, query: query.query, type: query.type }
        const sorting = sortingOf(query.sorting, CUSTOM_FIELD_CRITERIA, ['slug'])
        return listAnswer(await listCustomFields(db, actor, filter, sorting, page), page, customFieldView)
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createCustomField',
        tag,
        summary: 'Create a custom field',
        description:
          'A question that products can ask their buyers. Values are whole numbers for `number`, days such as ' +
          '`2026-01-31` for `date`, true or false for `checkbox`, and one of the options for `select`.',
        access: token('custom_fields:write'),
        body: CustomFieldCreate,
        bodyExample: {
          type: 'select',
          slug: 'shirt-size',
          name: 'T-shirt size',
          properties: {
            options: [
              { value: 's', label: 'Small' },
              { value: 'm', label: 'Medium' },
            ],
          },
        },
        status: 201,
        answer: CustomField,
      },
      async ({ tx, actor, body }) => {
        const field = await createCustomField(tx, actor, body)
        return versioned(customFieldView(field), field)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getCustomField',
        tag,
        summary: 'Get a custom field',
        access: token('custom_fields:read'),
        params: ById,
        status: 200,
        answer: CustomField,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const field = await findCustomField(db, actor, params.id)
        if (!field) throw new Refusal(ResourceNotFound)
        return versioned(customFieldView(field), field)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}{id}`,
        operationId: 'updateCustomField',
        tag,
        summary: 'Update a custom field',
        description:
          'Properties are replaced as a whole. A new slug is for answers from now on: orders keep theirs under the slug ' +
          'that they were asked with, and an open checkout asks again.',
        access: token('custom_fields:write'),
        params: ById,
        body: CustomFieldUpdate,
        bodyExample: { name: 'Size of your T-shirt' },
        status: 200,
        answer: CustomField,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const field = await updateCustomField(tx, actor, params.id, body)
        return versioned(customFieldView(field), field)
      },
    ),
    write(
      {
        method: 'DELETE',
        path: `${path}{id}`,
        operationId: 'deleteCustomField',
        tag,
        summary: 'Delete a custom field',
        description:
          'Takes it from all products, and its slug is free again. What buyers answered stays with their orders.',
        access: token('custom_fields:write'),
        params: ById,
        status: 204,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params }) => {
        await deleteCustomField(tx, actor, params.id, takeFromProduct)
        return undefined
      },
    ),
  ]
}
