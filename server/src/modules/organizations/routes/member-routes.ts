import { Type } from 'typebox'
import type { Actor } from '../../../kernel/actor.ts'
import { pageOf } from '../../../kernel/page.ts'
import { NotPermitted, Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { personalToken, type Route, read, token, write } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { removeMember, updateMember } from '../operations/change-member.ts'
import {
  OrganizationMember,
  OrganizationMemberList,
  OrganizationMemberQuery,
  OrganizationMemberUpdate,
} from '../schema/members.ts'
import { listMembers, MEMBER_CRITERIA } from '../store/members.ts'
import { findOrganization } from '../store/organizations.ts'
import { memberView } from '../view.ts'

const tag = 'Members'
const path = '/v1/organizations/{id}/members'
const ByOrganization = Type.Object({ id: Uuid })
const ByUser = Type.Object({ id: Uuid, user_id: Uuid })

/** What hangs on an organization is there for those who see the organization. */
export async function requireVisible(db: Db, actor: Actor, organizationId: string): Promise<void> {
  if (!(await findOrganization(db, actor, organizationId))) throw new Refusal(ResourceNotFound)
}

export const memberRoutes: readonly Route[] = [
  read(
    {
      method: 'GET',
      path,
      operationId: 'listOrganizationMembers',
      tag,
      summary: "List an organization's members",
      access: token('organizations:read'),
      params: ByOrganization,
      query: OrganizationMemberQuery,
      status: 200,
      answer: OrganizationMemberList,
      refusals: [ResourceNotFound],
    },
    async ({ db, actor, params, query }) => {
      await requireVisible(db, actor, params.id)
      const sorting = sortingOf(query.sorting, MEMBER_CRITERIA, ['created_at'])
      return listAnswer(await listMembers(db, params.id, sorting, pageOf(query)), pageOf(query), memberView)
    },
  ),
  write(
    {
      method: 'PATCH',
      path: `${path}/{user_id}`,
      operationId: 'updateOrganizationMember',
      tag,
      summary: "Change a member's role",
      description:
        'Owners change every role, admins those of everybody but owners. There is always an owner. The new role counts from the next request on.',
      access: personalToken('organizations:write'),
      params: ByUser,
      body: OrganizationMemberUpdate,
      bodyExample: { role: 'admin' },
      status: 200,
      answer: OrganizationMember,
      refusals: [NotPermitted, ResourceNotFound],
    },
    async ({ tx, actor, params, body }) => {
      const ref = { organizationId: params.id, userId: params.user_id }
      const member = await updateMember(tx, actor, ref, body)
      return versioned(memberView(member), member)
    },
  ),
  write(
    {
      method: 'DELETE',
      path: `${path}/{user_id}`,
      operationId: 'removeOrganizationMember',
      tag,
      summary: 'Remove a member, or leave',
      description:
        'Counts from the next request on. Open invitations by this member are withdrawn. Access tokens of the organization stay, whoever made them.',
      access: personalToken('organizations:write'),
      params: ByUser,
      status: 204,
      refusals: [NotPermitted, ResourceNotFound],
    },
    async ({ tx, actor, params }) => {
      await removeMember(tx, actor, { organizationId: params.id, userId: params.user_id })
      return undefined
    },
  ),
]
