import { Type } from 'typebox'
import type { Links } from '../../../kernel/links.ts'
import { pageOf } from '../../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { customerSession, type Route, read } from '../../../platform/http/route.ts'
import { findOwnGrant, listOwnGrants, OWN_GRANT_CRITERIA } from './read.ts'
import { OwnGrant, OwnGrantList, OwnGrantQuery } from './schema.ts'
import { ownGrantView } from './view.ts'

const tag = 'Customer portal'
const path = '/v1/customer-portal/benefit-grants/'

export function ownGrantRoutes(links: Links): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listOwnBenefitGrants',
        tag,
        summary: 'List own benefits',
        description: 'Those that were granted last come first. Also sorted by `type`. Revoked ones are listed too.',
        access: customerSession,
        query: OwnGrantQuery,
        status: 200,
        answer: OwnGrantList,
      },
      async ({ db, customer, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, OWN_GRANT_CRITERIA, ['-granted_at'])
        const found = await listOwnGrants(db, customer, query, sorting, page)
        return listAnswer(found, page, (owned) => ownGrantView(owned, customer, links))
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getOwnBenefitGrant',
        tag,
        summary: 'Get an own benefit',
        access: customerSession,
        params: Type.Object({ id: Uuid }),
        status: 200,
        answer: OwnGrant,
        refusals: [ResourceNotFound],
      },
      async ({ db, customer, params }) => {
        const owned = await findOwnGrant(db, customer, params.id)
        if (!owned) throw new Refusal(ResourceNotFound)
        return versioned(ownGrantView(owned, customer, links), owned.grant)
      },
    ),
  ]
}
