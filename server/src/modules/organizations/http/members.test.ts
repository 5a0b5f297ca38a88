import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../../test/support/client.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { invitationsOf, invite, join, makePerson, membersOf } from '../../../../test/support/member-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'

let till: TestTill
let ownerId: string
beforeAll(async () => {
  till = await startTill()
  ownerId = (await till.owner.must(till.owner.get('/v1/users/me'))).id
})
afterAll(() => till.stop())

async function makeTeam() {
  const { id } = await makeOrganization(till)
  const admin = await makePerson(till, id, 'admin')
  const reader = await makePerson(till, id, 'read_only')
  const path = (userId: string) => `${membersOf(id)}/${userId}`
  const roleOf = async (userId: string) => {
    const { items } = await till.owner.must(till.owner.get(`${membersOf(id)}?limit=100`))
    return items.find((item: { user_id: string }) => item.user_id === userId)?.role
  }
  return { id, admin, reader, path, roleOf }
}

describe('GET /v1/organizations/{id}/members', () => {
  it('200: everybody with their role, in the order of joining', async () => {
    const { id, admin, reader } = await makeTeam()
    const { status, body } = await reader.client.get(membersOf(id))
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ total_count: 3, max_page: 1 })
    expect(body.items).toMatchObject([
      { user_id: ownerId, role: 'owner', email: null, name: null },
      { user_id: admin.userId, role: 'admin', email: admin.email },
      { user_id: reader.userId, role: 'read_only', email: reader.email },
    ])
    expect(Object.keys(body.items[0]).sort()).toEqual(
      ['created_at', 'email', 'modified_at', 'name', 'organization_id', 'role', 'user_id'].sort(),
    )
    const last = await reader.client.get(`${membersOf(id)}?sorting=-created_at&limit=1`)
    expect(last.body.items).toMatchObject([{ user_id: reader.userId }])
  })

  it('200: an organization’s own token sees them too', async () => {
    const { id } = await makeTeam()
    const client = till.as(await makeToken(till, id, ['organizations:read']))
    expect((await client.get(membersOf(id))).body.pagination.total_count).toBe(3)
  })

  it('404: an organization that is not one’s own', async () => {
    const { admin } = await makeTeam()
    const other = await makeOrganization(till)
    expect((await admin.client.get(membersOf(other.id))).status).toBe(404)
    expect((await admin.client.get(invitationsOf(other.id))).status).toBe(404)
  })
})

describe('PATCH /v1/organizations/{id}/members/{user_id}', () => {
  it('200: changes the role, and the new one counts at the very next request', async () => {
    const { id, admin, path, roleOf } = await makeTeam()
    const { status, body, headers } = await till.owner.patch(path(admin.userId), { role: 'read_only' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ organization_id: id, user_id: admin.userId, role: 'read_only' })
    expect(body.modified_at).not.toBeNull()
    expect(headers.get('etag')).toMatch(/^"2-/)
    expect((await admin.client.patch(`/v1/organizations/${id}`, { bio: 'Mine' })).status).toBe(403)
    expect((await till.owner.patch(path(admin.userId), { role: 'admin' })).status).toBe(200)
    expect((await admin.client.patch(`/v1/organizations/${id}`, { bio: 'Mine' })).status).toBe(200)
    expect(await roleOf(admin.userId)).toBe('admin')
  })

  it('200: the same role again changes nothing', async () => {
    const { admin, path } = await makeTeam()
    for (const same of [{ role: 'admin' }, {}]) {
      const { status, body, headers } = await till.owner.patch(path(admin.userId), same)
      expect(status).toBe(200)
      expect(body).toMatchObject({ role: 'admin', modified_at: null })
      expect(headers.get('etag')).toMatch(/^"1-/)
    }
  })

  it('200: an admin changes admins and readers', async () => {
    const { admin, reader, path, roleOf } = await makeTeam()
    expect((await admin.client.patch(path(reader.userId), { role: 'admin' })).status).toBe(200)
    expect((await reader.client.patch(path(admin.userId), { role: 'read_only' })).status).toBe(200)
    expect([await roleOf(reader.userId), await roleOf(admin.userId)]).toEqual(['admin', 'read_only'])
  })

  it('200: an owner hands over', async () => {
    const { admin, path, roleOf } = await makeTeam()
    expect((await till.owner.patch(path(admin.userId), { role: 'owner' })).status).toBe(200)
    expect((await admin.client.patch(path(ownerId), { role: 'read_only' })).status).toBe(200)
    expect([await roleOf(admin.userId), await roleOf(ownerId)]).toEqual(['owner', 'read_only'])
  })

  it('200: takes back the invitations that the role can no longer make', async () => {
    const { id, admin, path } = await makeTeam()
    await till.owner.must(till.owner.patch(path(admin.userId), { role: 'owner' }))
    const asOwner = await invite(till, id, { role: 'owner' }, admin.client)
    const asAdmin = await invite(till, id, { role: 'admin' }, admin.client)
    const open = async () => {
      const { items } = await till.owner.must(till.owner.get(invitationsOf(id)))
      return items.map((item: { id: string }) => item.id)
    }
    expect(await open()).toEqual([asOwner.id, asAdmin.id])
    await till.owner.must(till.owner.patch(path(admin.userId), { role: 'admin' }))
    expect(await open()).toEqual([asAdmin.id])
    await till.owner.must(till.owner.patch(path(admin.userId), { role: 'read_only' }))
    expect(await open()).toEqual([])
  })

  const refused = async (reply: ReturnType<Client['patch']>, code: string) => {
    const { status, body } = await reply
    expect([status, body.error, body.code]).toEqual([403, 'NotPermitted', code])
  }

  it('403: what concerns owners is for owners', async () => {
    const { admin, reader, path, roleOf } = await makeTeam()
    await refused(admin.client.patch(path(ownerId), { role: 'admin' }), 'owner_needed')
    await refused(admin.client.delete(path(ownerId)), 'owner_needed')
    await refused(admin.client.patch(path(reader.userId), { role: 'owner' }), 'owner_needed')
    await refused(admin.client.patch(path(admin.userId), { role: 'owner' }), 'owner_needed')
    expect(await roleOf(ownerId)).toBe('owner')
  })

  it('403: a read-only member changes nobody', async () => {
    const { admin, reader, path, roleOf } = await makeTeam()
    await refused(reader.client.patch(path(admin.userId), { role: 'read_only' }), 'read_only_member')
    await refused(reader.client.patch(path(reader.userId), { role: 'admin' }), 'read_only_member')
    await refused(reader.client.delete(path(admin.userId)), 'read_only_member')
    expect([await roleOf(admin.userId), await roleOf(reader.userId)]).toEqual(['admin', 'read_only'])
  })

  it('403: the last owner stays one', async () => {
    const { path, roleOf } = await makeTeam()
    await refused(till.owner.patch(path(ownerId), { role: 'admin' }), 'last_owner')
    await refused(till.owner.delete(path(ownerId)), 'last_owner')
    expect(await roleOf(ownerId)).toBe('owner')
  })

  it('403: an organization’s own token manages nobody, whatever its scopes', async () => {
    const { id, admin, path } = await makeTeam()
    const client = till.as(await makeToken(till, id))
    await refused(client.patch(path(admin.userId), { role: 'read_only' }), 'personal_token_needed')
    await refused(client.delete(path(admin.userId)), 'personal_token_needed')
  })

  it('404: nobody of this organization', async () => {
    const { path } = await makeTeam()
    const stranger = await makePerson(till, (await makeOrganization(till)).id)
    for (const userId of [newId(), stranger.userId]) {
      expect((await till.owner.patch(path(userId), { role: 'admin' })).status).toBe(404)
      expect((await till.owner.delete(path(userId))).status).toBe(404)
    }
  })

  it('412: when somebody else changed it first', async () => {
    const { admin, path } = await makeTeam()
    const first = await till.owner.patch(path(admin.userId), { role: 'read_only' })
    await till.owner.must(till.owner.patch(path(admin.userId), { role: 'admin' }))
    const stale = { 'if-match': first.headers.get('etag') ?? '' }
    expect((await till.owner.patch(path(admin.userId), { role: 'owner' }, stale)).status).toBe(412)
    expect((await till.owner.delete(path(admin.userId), stale)).status).toBe(412)
  })

  it.each([
    [{ role: 'boss' }, 'enum'],
    [{ role: null }, 'string_type'],
  ])('422: %j', async (body, type) => {
    const { admin, path } = await makeTeam()
    const reply = await till.owner.patch(path(admin.userId), body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail[0]).toMatchObject({ type, loc: ['body', 'role'] })
  })
})

describe('DELETE /v1/organizations/{id}/members/{user_id}', () => {
  it('204: at the very next request everything is gone for them', async () => {
    const { id, admin, path } = await makeTeam()
    expect((await admin.client.get(`/v1/organizations/${id}`)).status).toBe(200)
    expect((await till.owner.delete(path(admin.userId))).status).toBe(204)
    expect((await admin.client.get(`/v1/organizations/${id}`)).status).toBe(404)
    expect((await admin.client.get('/v1/organizations/')).body.items).toEqual([])
    expect((await admin.client.patch(`/v1/organizations/${id}`, { bio: 'Mine' })).status).toBe(404)
    const asked = { organization_id: id, comment: 'kept', scopes: ['orders:read'] }
    expect((await admin.client.post('/v1/organization-access-tokens/', asked)).status).toBe(422)
    expect((await till.owner.delete(path(admin.userId))).status).toBe(404)
  })

  it('204: everybody may leave, a read-only member too', async () => {
    const { id, admin, reader, path, roleOf } = await makeTeam()
    for (const person of [admin, reader]) {
      expect((await person.client.delete(path(person.userId))).status).toBe(204)
      expect((await person.client.get(membersOf(id))).status).toBe(404)
      expect(await roleOf(person.userId)).toBeUndefined()
    }
  })

  it('204: other organizations of the same person stay', async () => {
    const { admin, path } = await makeTeam()
    const other = await makeOrganization(till)
    await join(till, admin, other.id, 'owner')
    await till.owner.must(till.owner.delete(path(admin.userId)))
    expect((await admin.client.patch(`/v1/organizations/${other.id}`, { bio: 'Still here' })).status).toBe(200)
  })

  it('204: the organization’s tokens stay, whoever made them, and say who did', async () => {
    const { id, admin, path } = await makeTeam()
    const asked = { organization_id: id, comment: 'Storefront', scopes: ['organizations:read'] }
    const { token, organization_access_token } = await admin.client.must(
      admin.client.post('/v1/organization-access-tokens/', asked),
    )
    expect(organization_access_token.created_by_user_id).toBe(admin.userId)
    await till.owner.must(till.owner.delete(path(admin.userId)))
    expect((await till.as(token).get(`/v1/organizations/${id}`)).status).toBe(200)
    const { items } = await till.owner.must(till.owner.get(`/v1/organization-access-tokens/?organization_id=${id}`))
    expect(items).toMatchObject([{ id: organization_access_token.id, created_by_user_id: admin.userId }])
  })

  it('204: their open invitations are withdrawn, so that no link leads back', async () => {
    const { id, admin, path } = await makeTeam()
    const mine = await invite(till, id, {}, admin.client)
    const others = await invite(till, id)
    await till.owner.must(till.owner.delete(path(admin.userId)))
    const accept = (token: string) => till.anonymous.post('/v1/invitations/accept', { token })
    expect((await accept(mine.token)).body).toMatchObject({ code: 'invitation_withdrawn' })
    expect((await accept(others.token)).status).toBe(200)
  })

  it('204: who left can come again', async () => {
    const { id, admin, path, roleOf } = await makeTeam()
    await till.owner.must(till.owner.delete(path(admin.userId)))
    await join(till, admin, id, 'read_only')
    expect(await roleOf(admin.userId)).toBe('read_only')
  })
})
