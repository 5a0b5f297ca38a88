import { Type } from 'typebox'
import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { NotPermitted, Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../platform/http/route.ts'
import { createBenefit } from './operations/create-benefit.ts'
import { type DeletionParts, deleteBenefit } from './operations/delete-benefit.ts'
import { updateBenefit } from './operations/update-benefit.ts'
import {
  Benefit,
  BenefitCreate,
  BenefitGrantList,
  BenefitGrantQuery,
  BenefitList,
  BenefitQuery,
  BenefitUpdate,
} from './schema.ts'
import { BENEFIT_CRITERIA, findBenefit, GRANT_CRITERIA, listBenefits, listGrants } from './store.ts'
import { benefitView, grantView } from './view.ts'

const tag = 'Benefits'
const path = '/v1/benefits/'
const ById = Type.Object({ id: Uuid })

export interface BenefitParts {
  readonly links: Links
  readonly deletion: DeletionParts
}

export function benefitRoutes({ links, deletion }: BenefitParts): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listBenefits',
        tag,
        summary: 'List benefits',
        description: 'Sorted by `created_at` or `description`.',
        access: token('benefits:read'),
        query: BenefitQuery,
        status: 200,
        answer: BenefitList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, BENEFIT_CRITERIA, ['created_at'])
        const filter = { organizationId: query.organization_id, type: query.type, query: query.query }
        return listAnswer(await listBenefits(db, actor, filter, sorting, page), page, benefitView)
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createBenefit',
        tag,
        summary: 'Create a benefit',
        description:
          'Something that customers get with a product: a note (`custom`), a key (`license_keys`) or files (`downloadables`).',
        access: token('benefits:write'),
        body: BenefitCreate,
        bodyExample: {
          type: 'license_keys',
          description: 'A license key for three machines',
          properties: { prefix: 'NORTHWIND', activations: { limit: 3, enable_customer_admin: true } },
        },
        status: 201,
        answer: Benefit,
      },
      async ({ tx, actor, body }) => {
        const benefit = await createBenefit(tx, actor, body)
        return versioned(benefitView(benefit), benefit)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getBenefit',
        tag,
        summary: 'Get a benefit',
        access: token('benefits:read'),
        params: ById,
        status: 200,
        answer: Benefit,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const benefit = await findBenefit(db, actor, params.id)
        if (!benefit) throw new Refusal(ResourceNotFound)
        return versioned(benefitView(benefit), benefit)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}{id}`,
        operationId: 'updateBenefit',
        tag,
        summary: 'Update a benefit',
        description:
          'Properties are replaced as a whole. Files and notes change for everybody who has the benefit already; license keys that were issued keep their limits.',
        access: token('benefits:write'),
        params: ById,
        body: BenefitUpdate,
        bodyExample: { description: 'A license key for five machines' },
        status: 200,
        answer: Benefit,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const benefit = await updateBenefit(tx, actor, params.id, body)
        return versioned(benefitView(benefit), benefit)
      },
    ),
    write(
      {
        method: 'DELETE',
        path: `${path}{id}`,
        operationId: 'deleteBenefit',
        tag,
        summary: 'Delete a benefit',
        description:
          'Takes it from all products. Customers who have it lose it: their grants and license keys are revoked in the background, which may take a while when there are many.',
        access: token('benefits:write'),
        params: ById,
        status: 204,
        refusals: [ResourceNotFound, NotPermitted],
      },
      async ({ tx, actor, params }) => {
        await deleteBenefit(tx, actor, params.id, deletion)
        return undefined
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}/grants`,
        operationId: 'listBenefitGrants',
        tag,
        summary: 'List the grants of a benefit',
        description: 'Who has it, or had it, and because of which order or subscription. Sorted by `created_at`.',
        access: token('benefits:read'),
        params: ById,
        query: BenefitGrantQuery,
        status: 200,
        answer: BenefitGrantList,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, GRANT_CRITERIA, ['created_at'])
        const benefit = await findBenefit(db, actor, params.id)
        if (!benefit) throw new Refusal(ResourceNotFound)
        const filter = { isGranted: query.is_granted, customerId: query.customer_id }
        return listAnswer(await listGrants(db, benefit, filter, sorting, page), page, (grant) =>
          grantView(grant, links),
        )
      },
    ),
  ]
}
