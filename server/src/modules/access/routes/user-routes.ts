import { versioned } from '../../../platform/http/answer.ts'
import { personalToken, type Route, read, write } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { type UserChanged, updateUser } from '../operations/update-user.ts'
import { Me, MeUpdate, SHOWN_MEMBERSHIPS } from '../schema/users.ts'
import { findUser } from '../store/users.ts'
import { meView } from '../view.ts'

const tag = 'Users'
const path = '/v1/users/me'

async function meOf(db: Db, userId: string) {
  const found = await findUser(db, userId, SHOWN_MEMBERSHIPS)
  return versioned(meView(found), found.user)
}

export const userRoutes = (needs: { readonly userChanged: UserChanged }): readonly Route[] => [
  read(
    {
      method: 'GET',
      path,
      operationId: 'getMe',
      tag,
      summary: 'Get yourself',
      description: 'Whose token this is, and what that person may do in which organization.',
      access: personalToken('organizations:read'),
      status: 200,
      answer: Me,
    },
    async ({ db, actor }) => meOf(db, actor.userId),
  ),
  write(
    {
      method: 'PATCH',
      path,
      operationId: 'updateMe',
      tag,
      summary: 'Update yourself',
      description: 'Name and e-mail address tell the others of your organizations who you are. They give no rights.',
      access: personalToken('organizations:write'),
      body: MeUpdate,
      bodyExample: { name: 'Ada Lovelace' },
      status: 200,
      answer: Me,
    },
    async ({ tx, actor, body }) => {
      await updateUser(tx, actor.userId, body, needs.userChanged)
      return meOf(tx, actor.userId)
    },
  ),
]
