import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../support/factories.ts'
import { invitationsOf, invite, makePerson, membersOf, type Person } from '../support/member-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => stopWithCleanBooks(till))

const ACCEPT = '/v1/invitations/accept'
const times = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

interface Member {
  readonly userId: string
  readonly role: string
}

async function membersIn(organizationId: string): Promise<Member[]> {
  return till.sql<Member[]>`select user_id, role from organization_members where organization_id = ${organizationId}`
}

const ownersIn = async (organizationId: string) =>
  (await membersIn(organizationId)).filter(({ role }) => role === 'owner').length

/** An organization with 50 owners, all of them invited, and none beside them. */
async function fiftyOwners(): Promise<{ id: string; owners: Person[]; pathOf: (person: Person) => string }> {
  const { id } = await makeOrganization(till)
  const { id: founder } = await till.owner.must(till.owner.get('/v1/users/me'))
  const owners = await times(50, () => makePerson(till, id, 'owner'))
  await till.owner.must(till.owner.delete(`${membersOf(id)}/${founder}`))
  return { id, owners, pathOf: ({ userId }) => `${membersOf(id)}/${userId}` }
}

describe('an organization with 50 owners', { timeout: 60_000 }, () => {
  it('who all leave at once keeps exactly one', async () => {
    const { id, owners, pathOf } = await fiftyOwners()
    const replies = await Promise.all(owners.map((owner) => owner.client.delete(pathOf(owner))))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(49).fill(204), 403])
    expect(replies.find(({ status }) => status === 403)?.body.code).toBe('last_owner')
    expect(await membersIn(id)).toMatchObject([{ role: 'owner' }])
  })

  it('who all step down at once keeps exactly one', async () => {
    const { id, owners, pathOf } = await fiftyOwners()
    const replies = await Promise.all(owners.map((owner) => owner.client.patch(pathOf(owner), { role: 'admin' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 403])
    expect(await ownersIn(id)).toBe(1)
  })

  it('who turn on each other in a circle keeps one, and nobody acts with a role that is gone', async () => {
    const { id, owners, pathOf } = await fiftyOwners()
    const nextTo = (index: number) => owners[(index + 1) % owners.length] as Person
    const replies = await Promise.all(
      owners.map((owner, index) =>
        index % 2 === 0
          ? owner.client.delete(pathOf(nextTo(index)))
          : owner.client.patch(pathOf(nextTo(index)), { role: 'read_only' }),
      ),
    )
    expect(await ownersIn(id)).toBeGreaterThan(0)
    for (const { status } of replies) expect([200, 204, 403, 404]).toContain(status)
    // Every success took one owner, and nothing else did.
    const done = replies.filter(({ status }) => status < 300).length
    expect(await ownersIn(id)).toBe(50 - done)
  })
})

describe('one invitation', () => {
  it('accepted 50 times at once makes one member, one user and one token', async () => {
    const { id } = await makeOrganization(till)
    const { token } = await invite(till, id)
    const usersBefore = await countOf('users')
    const replies = await times(50, () => till.anonymous.post(ACCEPT, { token }))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(403)])
    const refused = replies.filter(({ status }) => status === 403)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['invitation_accepted']))
    expect((await membersIn(id)).length).toBe(2)
    expect(await countOf('users')).toBe(usersBefore + 1)
  })

  it('accepted 50 times at once under one Idempotency-Key answers the same token to everybody', async () => {
    const { id } = await makeOrganization(till)
    const { token } = await invite(till, id)
    const key = { 'idempotency-key': 'the same for all' }
    const replies = await times(50, () => till.anonymous.post(ACCEPT, { token }, key))
    const answered = replies.filter(({ status }) => status === 200)
    expect(answered.length).toBeGreaterThan(0)
    expect(new Set(answered.map(({ body }) => body.token)).size).toBe(1)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await membersIn(id)).length).toBe(2)
  })

  it('accepted and withdrawn at once is one of both', async () => {
    const { id } = await makeOrganization(till)
    for (let round = 0; round < 10; round += 1) {
      const before = (await membersIn(id)).length
      const { id: invitationId, token } = await invite(till, id)
      const [accepted, withdrawn] = await Promise.all([
        till.anonymous.post(ACCEPT, { token }),
        till.owner.delete(`${invitationsOf(id)}/${invitationId}`),
      ])
      expect([
        [200, 404],
        [403, 204],
      ]).toContainEqual([accepted.status, withdrawn.status])
      expect((await membersIn(id)).length).toBe(before + (accepted.status === 200 ? 1 : 0))
    }
  })
})

describe('one person', () => {
  it('who accepts 20 invitations of one organization at once becomes a member once', async () => {
    const { id } = await makeOrganization(till)
    const person = await makePerson(till, (await makeOrganization(till)).id)
    const invitations = await times(20, () => invite(till, id))
    const replies = await Promise.all(invitations.map(({ token }) => person.client.post(ACCEPT, { token })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
    expect((await membersIn(id)).length).toBe(2)
  })

  it('who is removed while they invite leaves no open invitation behind', async () => {
    const { id } = await makeOrganization(till)
    for (let round = 0; round < 10; round += 1) {
      const person = await makePerson(till, id)
      await Promise.all([
        person.client.post(invitationsOf(id), { email: `late-${round}@example.com`, role: 'admin' }),
        till.owner.delete(`${membersOf(id)}/${person.userId}`),
      ])
      const [open] = await till.sql<{ count: number }[]>`
        select count(*)::int as count from organization_invitations
        where invited_by_user_id = ${person.userId} and accepted_at is null and withdrawn_at is null`
      expect(open?.count).toBe(0)
    }
  })
})

async function countOf(table: string): Promise<number> {
  const [row] = await till.sql<{ count: number }[]>`select count(*)::int as count from ${till.sql(table)}`
  return row?.count ?? 0
}
