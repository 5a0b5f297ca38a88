import { Type } from 'typebox'
import { pageOf } from '../../../kernel/page.ts'
import { NotPermitted, Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { personalToken, type Route, read, token, write } from '../../../platform/http/route.ts'
import { createOrganization } from '../operations/create-organization.ts'
import { type GoingLive, updateOrganization } from '../operations/update-organization.ts'
import {
  Organization,
  OrganizationCreate,
  OrganizationList,
  OrganizationQuery,
  OrganizationUpdate,
} from '../schema/organizations.ts'
import { findOrganization, listOrganizations, ORGANIZATION_CRITERIA } from '../store/organizations.ts'
import { organizationView } from '../view.ts'

const tag = 'Organizations'
const path = '/v1/organizations/'
const ById = Type.Object({ id: Uuid })

export interface OrganizationNeeds {
  readonly goingLive: GoingLive
}

export function organizationRoutes({ goingLive }: OrganizationNeeds): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listOrganizations',
        tag,
        summary: 'List organizations',
        access: token('organizations:read'),
        query: OrganizationQuery,
        status: 200,
        answer: OrganizationList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, ORGANIZATION_CRITERIA, ['created_at'])
        return listAnswer(
          await listOrganizations(db, actor, { slug: query.slug }, sorting, page),
          page,
          organizationView,
        )
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createOrganization',
        tag,
        summary: 'Create an organization',
        description: 'Whoever creates it becomes its owner, so this needs a personal access token.',
        access: personalToken('organizations:write'),
        body: OrganizationCreate,
        bodyExample: { name: 'Northwind Audio', slug: 'northwind-audio' },
        status: 201,
        answer: Organization,
        refusals: [NotPermitted],
      },
      async ({ tx, actor, body }) => {
        const organization = await createOrganization(tx, actor, body)
        return versioned(organizationView(organization), organization)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}{id}`,
        operationId: 'getOrganization',
        tag,
        summary: 'Get an organization',
        access: token('organizations:read'),
        params: ById,
        status: 200,
        answer: Organization,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const organization = await findOrganization(db, actor, params.id)
        if (!organization) throw new Refusal(ResourceNotFound)
        return versioned(organizationView(organization), organization)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}{id}`,
        operationId: 'updateOrganization',
        tag,
        summary: 'Update an organization',
        description:
          'Settings objects are merged key by key. The slug cannot change. `payments.mode` goes from sandbox to live, once; checkouts for test cards that are open expire with it.',
        access: token('organizations:write'),
        params: ById,
        body: OrganizationUpdate,
        bodyExample: { bio: 'Plug-ins for people who record at home.' },
        status: 200,
        answer: Organization,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const organization = await updateOrganization(tx, actor, params.id, body, goingLive)
        return versioned(organizationView(organization), organization)
      },
    ),
  ]
}
