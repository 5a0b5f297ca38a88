import { Type } from 'typebox'
import { pageOf } from '../../../kernel/page.ts'
import { ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../../platform/http/route.ts'
import { createOrganizationAccessToken } from '../operations/create-organization-access-token.ts'
import { revokeOrganizationAccessToken } from '../operations/revoke-token.ts'
import {
  OrganizationAccessTokenCreate,
  OrganizationAccessTokenCreated,
  OrganizationAccessTokenList,
  OrganizationAccessTokenQuery,
} from '../schema/tokens.ts'
import { listOrganizationTokens, TOKEN_CRITERIA } from '../store/tokens.ts'
import { organizationAccessTokenView } from '../view.ts'

const tag = 'Organization access tokens'
const path = '/v1/organization-access-tokens/'

export const organizationTokenRoutes: readonly Route[] = [
  read(
    {
      method: 'GET',
      path,
      operationId: 'listOrganizationAccessTokens',
      tag,
      summary: 'List organization access tokens',
      access: token('organization_access_tokens:read'),
      query: OrganizationAccessTokenQuery,
      status: 200,
      answer: OrganizationAccessTokenList,
    },
    async ({ db, actor, query }) => {
      const sorting = sortingOf(query.sorting, TOKEN_CRITERIA, ['created_at'])
      const filter = { organizationId: query.organization_id }
      const found = await listOrganizationTokens(db, actor, filter, sorting, pageOf(query))
      return listAnswer(found, pageOf(query), organizationAccessTokenView)
    },
  ),
  write(
    {
      method: 'POST',
      path,
      operationId: 'createOrganizationAccessToken',
      tag,
      summary: 'Create an organization access token',
      description:
        'The answer shows the token once. It cannot have scopes that the calling token lacks, nor outlive it: without `expires_in` it ends when the calling token does. It belongs to the organization, and goes on working when its maker leaves.',
      access: token('organization_access_tokens:write'),
      body: OrganizationAccessTokenCreate,
      status: 201,
      answer: OrganizationAccessTokenCreated,
    },
    async ({ tx, actor, body }) => {
      const made = await createOrganizationAccessToken(tx, actor, body)
      return { organization_access_token: organizationAccessTokenView(made.token), token: made.secret }
    },
  ),
  write(
    {
      method: 'DELETE',
      path: `${path}{id}`,
      operationId: 'deleteOrganizationAccessToken',
      tag,
      summary: 'Revoke an organization access token',
      description: 'It is refused from the very next request on.',
      access: token('organization_access_tokens:write'),
      params: Type.Object({ id: Uuid }),
      status: 204,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params }) => {
      await revokeOrganizationAccessToken(tx, actor, params.id)
      return undefined
    },
  ),
]
