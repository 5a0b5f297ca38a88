import { Type } from 'typebox'
import { pageOf } from '../../../kernel/page.ts'
import { ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { personalToken, type Route, read, write } from '../../../platform/http/route.ts'
import { createPersonalAccessToken } from '../operations/create-personal-access-token.ts'
import { revokePersonalAccessToken } from '../operations/revoke-token.ts'
import {
  PersonalAccessTokenCreate,
  PersonalAccessTokenCreated,
  PersonalAccessTokenList,
  PersonalAccessTokenQuery,
} from '../schema/tokens.ts'
import { listPersonalTokens, TOKEN_CRITERIA } from '../store/tokens.ts'
import { personalAccessTokenView } from '../view.ts'

const tag = 'Users'
const path = '/v1/personal-access-tokens/'

/** The scopes are those of the other tokens: whoever may hand out tokens may, and nobody else. */
export const personalTokenRoutes: readonly Route[] = [
  read(
    {
      method: 'GET',
      path,
      operationId: 'listPersonalAccessTokens',
      tag,
      summary: 'List your personal access tokens',
      description: 'Your own, without those that were revoked.',
      access: personalToken('organization_access_tokens:read'),
      query: PersonalAccessTokenQuery,
      status: 200,
      answer: PersonalAccessTokenList,
    },
    async ({ db, actor, query }) => {
      const sorting = sortingOf(query.sorting, TOKEN_CRITERIA, ['created_at'])
      return listAnswer(
        await listPersonalTokens(db, actor, sorting, pageOf(query)),
        pageOf(query),
        personalAccessTokenView,
      )
    },
  ),
  write(
    {
      method: 'POST',
      path,
      operationId: 'createPersonalAccessToken',
      tag,
      summary: 'Create a personal access token',
      description:
        'Another one of your own. The answer shows it once. It cannot have scopes that the calling token lacks, nor outlive it: without `expires_in` it ends when the calling token does.',
      access: personalToken('organization_access_tokens:write'),
      body: PersonalAccessTokenCreate,
      status: 201,
      answer: PersonalAccessTokenCreated,
    },
    async ({ tx, actor, body }) => {
      const made = await createPersonalAccessToken(tx, actor, body)
      return { personal_access_token: personalAccessTokenView(made.token), token: made.secret }
    },
  ),
  write(
    {
      method: 'DELETE',
      path: `${path}{id}`,
      operationId: 'deletePersonalAccessToken',
      tag,
      summary: 'Revoke a personal access token',
      description: 'One of your own, also the calling one. It is refused from the very next request on.',
      access: personalToken('organization_access_tokens:write'),
      params: Type.Object({ id: Uuid }),
      status: 204,
      refusals: [ResourceNotFound],
    },
    async ({ tx, actor, params }) => {
      await revokePersonalAccessToken(tx, actor, params.id)
      return undefined
    },
  ),
]
