import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsDuring } from '../../../../test/support/event-log.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { invitationsOf, invite, join, makePerson, membersOf } from '../../../../test/support/member-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const during = async (organizationId: string, work: () => Promise<unknown>) =>
  (await eventsDuring(till, organizationId, work)).map(({ type, object_id, object_version }) => [
    type,
    object_id,
    object_version,
  ])

/** What each single write tells is in the map of events; these are the ones that have consequences. */
describe('a team tells', () => {
  it('of a read-only member who leaves, and of one who comes back', async () => {
    const { id } = await makeOrganization(till)
    const reader = await makePerson(till, id, 'read_only')
    const leave = () => reader.client.must(reader.client.delete(`${membersOf(id)}/${reader.userId}`))
    expect(await during(id, leave)).toEqual([['member.deleted', reader.userId, 2]])
    const told = await eventsDuring(till, id, () => join(till, reader, id, 'admin'))
    expect(told.map(({ type }) => type)).toEqual(['invitation.created', 'member.created', 'invitation.accepted'])
    expect(told[1]).toMatchObject({ object_id: reader.userId, object_version: 1, data: { role: 'admin' } })
  })

  it('of a member whose name or address has changed, in each organization that shows them', async () => {
    const [first, second, other] = [
      await makeOrganization(till),
      await makeOrganization(till),
      await makeOrganization(till),
    ]
    const person = await makePerson(till, first.id, 'admin')
    await join(till, person, second.id, 'read_only')
    const rename = (fields: object) => () => person.client.must(person.client.patch('/v1/users/me', fields))
    const before = await till.owner.must(till.owner.get(`${membersOf(second.id)}`))
    const told = await eventsDuring(till, first.id, rename({ name: 'Grace Hopper' }))
    const { items } = await till.owner.must(till.owner.get(`${membersOf(second.id)}`))
    const shown = items.find(({ user_id }: { user_id: string }) => user_id === person.userId)
    const was = before.items.find(({ user_id }: { user_id: string }) => user_id === person.userId)
    expect(told).toMatchObject([
      { type: 'member.updated', object_id: person.userId, object_version: 2, data: { name: 'Grace Hopper' } },
    ])
    const elsewhere = await till.owner.must(
      till.owner.get(`/v1/events/?organization_id=${second.id}&type=member.updated`),
    )
    expect(elsewhere.items).toMatchObject([
      {
        object_version: 2,
        data: shown,
        previous_attributes: { name: was.name },
        request_id: told[0]?.request_id,
      },
    ])
    expect([shown.name, shown.role, shown.modified_at]).toEqual(['Grace Hopper', 'read_only', expect.any(String)])
    const email = `grace-${unique()}@example.com`
    expect(await eventsDuring(till, first.id, rename({ email }))).toMatchObject([
      { type: 'member.updated', object_version: 3, previous_attributes: { email: person.email } },
    ])
    expect(await during(first.id, rename({ email, name: 'Grace Hopper' }))).toEqual([])
    expect(await during(other.id, rename({ name: 'Grace' }))).toEqual([])
  })

  it('of somebody whom an invitation gave a name, where they were already', async () => {
    const [first, second] = [await makeOrganization(till), await makeOrganization(till)]
    const person = await makePerson(till, first.id, 'admin')
    await till.sql`update users set name = null where id = ${person.userId}`
    const { token } = await invite(till, second.id)
    const accept = () => person.client.must(person.client.post('/v1/invitations/accept', { token, name: 'Ada' }))
    expect(await eventsDuring(till, first.id, accept)).toMatchObject([
      { type: 'member.updated', object_id: person.userId, data: { name: 'Ada' }, previous_attributes: { name: null } },
    ])
  })

  it('of a change of the role and one of the name at once as of two, with two versions', async () => {
    const { id } = await makeOrganization(till)
    const person = await makePerson(till, id, 'admin')
    const told = await during(id, () =>
      Promise.all([
        person.client.must(person.client.patch('/v1/users/me', { name: 'At once' })),
        till.owner.must(till.owner.patch(`${membersOf(id)}/${person.userId}`, { role: 'read_only' })),
      ]),
    )
    expect(told.map(([, , version]) => version)).toEqual([2, 3])
  })

  it('of each invitation that falls with whoever made it', async () => {
    const { id } = await makeOrganization(till)
    const admin = await makePerson(till, id, 'admin')
    const path = `${membersOf(id)}/${admin.userId}`
    const first = await invite(till, id, {}, admin.client)
    expect(await during(id, () => till.owner.must(till.owner.patch(path, { role: 'read_only' })))).toEqual([
      ['member.updated', admin.userId, 2],
      ['invitation.deleted', first.id, 2],
    ])
    await till.owner.must(till.owner.patch(path, { role: 'admin' }))
    const second = await invite(till, id, {}, admin.client)
    expect(await during(id, () => till.owner.must(till.owner.delete(path)))).toEqual([
      ['invitation.deleted', second.id, 2],
      ['member.deleted', admin.userId, 4],
    ])
  })

  it('of an expired invitation that makes room for a new one', async () => {
    const { id } = await makeOrganization(till)
    const email = `late-${unique()}@example.com`
    const old = await invite(till, id, { email })
    await till.sql`update organization_invitations set expires_at = now() where id = ${old.id}`
    const again = () => till.owner.must(till.owner.post(invitationsOf(id), { email, role: 'admin' }))
    expect(await during(id, again)).toEqual([
      ['invitation.deleted', old.id, 2],
      ['invitation.created', expect.any(String), 1],
    ])
  })

  it('never of a token or a link itself', async () => {
    const { id } = await makeOrganization(till)
    const body = { organization_id: id, comment: 'Storefront', scopes: ['orders:read'] }
    let secrets: string[] = []
    const events = await eventsDuring(till, id, async () => {
      const made = await till.owner.must(till.owner.post('/v1/organization-access-tokens/', body))
      const { token } = await invite(till, id)
      secrets = [made.token, token]
    })
    expect(events).toHaveLength(2)
    for (const secret of secrets) expect(JSON.stringify(events)).not.toContain(secret.slice(9))
  })
})
