import { Type } from 'typebox'
import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../platform/http/route.ts'
import { listProducts, PRODUCT_CRITERIA } from './list.ts'
import { createProduct } from './operations/create-product.ts'
import { replaceProductBenefits } from './operations/replace-product-benefits.ts'
import { updateProduct } from './operations/update-product.ts'
import { Product, ProductBenefitsUpdate, ProductCreate, ProductList, ProductQuery, ProductUpdate } from './schema.ts'
import { findFullProduct } from './store.ts'
import { productFilter, productView } from './view.ts'

const tag = 'Products'
const path = '/v1/products/'
const ById = Type.Object({ id: Uuid })

export function productRoutes({ links }: { links: Links }): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listProducts',
        tag,
        summary: 'List products',
        description: `Sorted by ${PRODUCT_CRITERIA.join(', ')}; newest first when nothing is said.`,
        access: token('products:read'),
        query: ProductQuery,
        status: 200,
        answer: ProductList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, PRODUCT_CRITERIA, ['-created_at'])
        return listAnswer(await listProducts(db, actor, productFilter(query), sorting, page), page, (product) =>
          productView(product, links),
        )
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createProduct',
        tag,
        summary: 'Create a product',
        description:
          'A one-time product has exactly one price. A recurring one has one free price, or fixed prices that differ in ' +
          'interval or currency; the interval stands on the product or on each price.',
        access: token('products:write'),
        body: ProductCreate,
        bodyExample: {
          name: 'Tape Machine',
          prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 4900, price_currency: 'usd' }],
        },
        status: 201,
        answer: Product,
      },
      async ({ tx, actor, body }) => {
        const product = await createProduct(tx, actor, body, links)
        return versioned(productView(product, links), product)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getProduct',
        tag,
        summary: 'Get a product',
        access: token('products:read'),
        params: ById,
        status: 200,
        answer: Product,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const product = await findFullProduct(db, actor, params.id)
        if (!product) throw new Refusal(ResourceNotFound)
        return versioned(productView(product, links), product)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}{id}`,
        operationId: 'updateProduct',
        tag,
        summary: 'Update a product',
        description:
          'When `prices` is sent, prices that it leaves out are archived: no new checkout can choose them, and orders and ' +
          'subscriptions keep them. `medias` and `attached_custom_fields` replace the lists before them. A one-time ' +
          'product stays one, and so does a recurring one.',
        access: token('products:write'),
        params: ById,
        body: ProductUpdate,
        bodyExample: { description: 'Warm saturation for cold recordings.' },
        status: 200,
        answer: Product,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const product = await updateProduct(tx, actor, params.id, body, links)
        return versioned(productView(product, links), product)
      },
    ),
    write(
      {
        method: 'POST',
        path: `${path}{id}/benefits`,
        operationId: 'replaceProductBenefits',
        tag,
        summary: 'Replace the benefits of a product',
        description:
          'The list replaces the one before it. Buyers get the benefits in this order. Whoever bought the product before gets what is new and loses what is gone, in the background.',
        access: token('products:write'),
        params: ById,
        body: ProductBenefitsUpdate,
        bodyExample: { benefits: ['0197a6f0-1c2b-7d3e-8f40-51627384a5b6'] },
        status: 200,
        answer: Product,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const product = await replaceProductBenefits(tx, actor, params.id, body.benefits, links)
        return versioned(productView(product, links), product)
      },
    ),
  ]
}
