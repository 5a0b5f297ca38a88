import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { invitationsOf, invite, makePerson, membersOf, tokenIn } from '../../../../test/support/member-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'
import { newSecret } from '../../../kernel/secrets.ts'
import { DEFAULT_LIMITS } from '../../../platform/http/rate-limit.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const PREVIEW = '/v1/invitations/preview'
const ACCEPT = '/v1/invitations/accept'
const DAY = 86_400_000

const newEmail = () => `guest-${unique()}@example.com`

/** As if the invitation had been made eight days ago. */
async function expire(id: string): Promise<void> {
  await till.sql`
    update organization_invitations
    set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days' where id = ${id}`
}

describe('POST /v1/organizations/{id}/invitations', () => {
  it('201: shows the link once, and stores only a hash of its token', async () => {
    const { id } = await makeOrganization(till)
    const email = newEmail()
    const { status, body } = await till.owner.post(invitationsOf(id), { email, role: 'read_only' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ organization_id: id, email, role: 'read_only', modified_at: null })
    expect(body.url).toMatch(/^http:\/\/till\.example\.com\/invitation#till_inv_[0-9A-Za-z]{43}$/)
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(7 * DAY)
    const listed = await till.owner.get(invitationsOf(id))
    expect(JSON.stringify(listed.body)).not.toContain('till_inv_')
    const [row] = await till.sql`
      select to_json(i)::text as text from organization_invitations i where i.id = ${body.id}`
    expect(row?.text).not.toContain(tokenIn(body.url).slice(9))
  })

  it('201: after an invitation of the same address has expired or was withdrawn', async () => {
    const { id } = await makeOrganization(till)
    const email = newEmail()
    const first = await invite(till, id, { email })
    await expire(first.id)
    const second = await invite(till, id, { email: email.toUpperCase() })
    await till.owner.must(till.owner.delete(`${invitationsOf(id)}/${second.id}`))
    const third = await invite(till, id, { email })
    expect((await till.owner.get(invitationsOf(id))).body.items).toMatchObject([{ id: third.id }])
  })

  it('201: a replay with the same Idempotency-Key shows the same link', async () => {
    const { id } = await makeOrganization(till)
    const body = { email: newEmail(), role: 'admin' }
    const key = { 'idempotency-key': `invite-${unique()}` }
    const first = await till.owner.post(invitationsOf(id), body, key)
    const second = await till.owner.post(invitationsOf(id), body, key)
    expect([second.status, second.body]).toEqual([201, first.body])
  })

  it('403: only owners invite owners; readers invite nobody; nor does a token of the organization', async () => {
    const { id } = await makeOrganization(till)
    const admin = await makePerson(till, id, 'admin')
    const reader = await makePerson(till, id, 'read_only')
    const token = till.as(await makeToken(till, id))
    const ask = { email: newEmail(), role: 'owner' }
    expect((await admin.client.post(invitationsOf(id), ask)).body).toMatchObject({ code: 'owner_needed' })
    const tries = [reader.client.post(invitationsOf(id), { ...ask, role: 'read_only' })]
    tries.push(token.post(invitationsOf(id), ask))
    const replies = await Promise.all(tries)
    expect(replies.map(({ status }) => status)).toEqual([403, 403])
    expect(replies.map(({ body }) => body.code)).toEqual(['read_only_member', 'personal_token_needed'])
    expect((await till.owner.get(invitationsOf(id))).body.pagination.total_count).toBe(0)
    expect((await admin.client.post(invitationsOf(id), { ...ask, role: 'admin' })).status).toBe(201)
  })

  it('404: an organization that is not one’s own', async () => {
    const person = await makePerson(till, (await makeOrganization(till)).id, 'owner')
    const other = await makeOrganization(till)
    const reply = await person.client.post(invitationsOf(other.id), { email: newEmail(), role: 'admin' })
    expect(reply.status).toBe(404)
  })

  it('422: a member’s own address, and one that is invited already, whatever the case', async () => {
    const { id } = await makeOrganization(till)
    const member = await makePerson(till, id)
    const guest = await invite(till, id)
    for (const email of [member.email, guest.email.toUpperCase()]) {
      const { status, body } = await till.owner.post(invitationsOf(id), { email, role: 'admin' })
      expect(status).toBe(422)
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'email'], input: email })])
    }
    const other = await makeOrganization(till)
    expect((await till.owner.post(invitationsOf(other.id), { email: guest.email, role: 'admin' })).status).toBe(201)
  })

  it('422: an address that 20 invite at once is invited once', async () => {
    const { id } = await makeOrganization(till)
    const ask = { email: newEmail(), role: 'admin' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => till.owner.post(invitationsOf(id), ask)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)])
  })

  it.each([
    [{ role: 'admin' }, ['body', 'email']],
    [{ email: 'nobody', role: 'admin' }, ['body', 'email']],
    [{ email: 'ada@example.com' }, ['body', 'role']],
    [{ email: 'ada@example.com', role: 'boss' }, ['body', 'role']],
  ])('422: %j', async (body, loc) => {
    const { id } = await makeOrganization(till)
    const reply = await till.owner.post(invitationsOf(id), body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toEqual([expect.objectContaining({ loc })])
  })
})

describe('GET /v1/organizations/{id}/invitations', () => {
  it('200: those that can still be accepted', async () => {
    const { id } = await makeOrganization(till)
    const [open, late, gone, used] = [
      await invite(till, id),
      await invite(till, id),
      await invite(till, id),
      await invite(till, id),
    ]
    await expire(late.id)
    await till.owner.must(till.owner.delete(`${invitationsOf(id)}/${gone.id}`))
    await till.anonymous.must(till.anonymous.post(ACCEPT, { token: used.token }))
    const { url, token, ...shown } = open
    const { body } = await till.owner.get(invitationsOf(id))
    expect(body).toEqual({ items: [shown], pagination: { total_count: 1, max_page: 1 } })
    const client = till.as(await makeToken(till, id, ['organizations:read']))
    expect((await client.get(invitationsOf(id))).body).toEqual(body)
  })
})

describe('DELETE /v1/organizations/{id}/invitations/{invitation_id}', () => {
  it('204: the link leads nowhere from then on', async () => {
    const { id } = await makeOrganization(till)
    const { id: invitationId, token } = await invite(till, id)
    expect((await till.owner.delete(`${invitationsOf(id)}/${invitationId}`)).status).toBe(204)
    for (const path of [PREVIEW, ACCEPT]) {
      const { status, body } = await till.anonymous.post(path, { token })
      expect([status, body.error, body.code]).toEqual([403, 'NotOpenInvitation', 'invitation_withdrawn'])
    }
  })

  it('403: a read-only member, and a token of the organization', async () => {
    const { id } = await makeOrganization(till)
    const reader = await makePerson(till, id, 'read_only')
    const { id: invitationId, token } = await invite(till, id)
    const path = `${invitationsOf(id)}/${invitationId}`
    expect((await reader.client.delete(path)).body.code).toBe('read_only_member')
    expect((await till.as(await makeToken(till, id)).delete(path)).body.code).toBe('personal_token_needed')
    expect((await till.anonymous.post(PREVIEW, { token })).status).toBe(200)
  })

  it('404: another organization’s, one that is not there, one that is over', async () => {
    const { id } = await makeOrganization(till)
    const other = await invite(till, (await makeOrganization(till)).id)
    const late = await invite(till, id)
    await expire(late.id)
    const used = await invite(till, id)
    await till.anonymous.must(till.anonymous.post(ACCEPT, { token: used.token }))
    for (const gone of [other.id, newId(), late.id, used.id]) {
      expect((await till.owner.delete(`${invitationsOf(id)}/${gone}`)).status).toBe(404)
    }
  })
})

describe(`POST ${PREVIEW}`, () => {
  it('200: whom it is from and what it is for, and no more', async () => {
    const { id, name, slug } = await makeOrganization(till)
    await till.owner.must(till.owner.patch('/v1/users/me', { name: 'Olga Owner' }))
    const { token, email, expires_at } = await invite(till, id, { role: 'read_only' })
    const { status, body } = await till.anonymous.post(PREVIEW, { token })
    expect(status).toBe(200)
    expect(body).toEqual({
      organization: { id, name, slug },
      role: 'read_only',
      email,
      invited_by_name: 'Olga Owner',
      expires_at,
    })
  })

  it('200: an Authorization header is not even looked at', async () => {
    const { token } = await invite(till, (await makeOrganization(till)).id)
    expect((await till.as('x'.repeat(40)).post(PREVIEW, { token })).status).toBe(200)
  })
})

describe.each([PREVIEW, ACCEPT])('POST %s', (path) => {
  it.each([
    ['expired', async (invitation: { id: string }) => expire(invitation.id)],
    [
      'accepted',
      async (invitation: { token: string }) =>
        void (await till.anonymous.must(till.anonymous.post(ACCEPT, { token: invitation.token }))),
    ],
  ])('403: one that is %s', async (state, happen) => {
    const { id } = await makeOrganization(till)
    const invitation = await invite(till, id)
    await happen(invitation)
    const before = (await till.owner.get(membersOf(id))).body
    const { status, body } = await till.anonymous.post(path, { token: invitation.token })
    expect([status, body.error, body.code]).toEqual([403, 'NotOpenInvitation', `invitation_${state}`])
    expect((await till.owner.get(membersOf(id))).body).toEqual(before)
  })

  it.each([
    ['unknown', () => newSecret('invitation')],
    ['mistyped', () => `${newSecret('invitation').slice(0, -6)}000000`],
    ['of another kind', () => newSecret('personalAccessToken')],
    ['nothing', () => ''],
  ])('404: a token that is %s', async (_, token) => {
    const { status, body } = await till.anonymous.post(path, { token: token() })
    expect([status, body.error]).toEqual([404, 'ResourceNotFound'])
  })

  it('429: guessing uses up the budget of the address', async () => {
    const limits = { ...DEFAULT_LIMITS, default: { points: 3, seconds: 60 } }
    const limited = await tillForThisTest({ rateLimits: limits })
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => limited.anonymous.post(path, { token: newSecret('invitation') })),
    )
    expect(guesses.map(({ status }) => status).sort()).toEqual([404, 404, 404, 429, 429])
  })

  it('422: what is wrong is said without repeating the token', async () => {
    const { status, body } = await till.anonymous.post(path, { token: [newSecret('invitation')] })
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([{ loc: ['body', 'token'], input: null }])
    expect(JSON.stringify(body)).not.toContain('till_inv_')
  })
})

describe(`POST ${ACCEPT}`, () => {
  it('200: makes a new user with a token that can do what the role allows', async () => {
    const { id, name, slug } = await makeOrganization(till)
    const { token, email } = await invite(till, id, { role: 'admin' })
    const { status, body } = await till.anonymous.post(ACCEPT, { token, name: 'Grace Hopper' })
    expect(status).toBe(200)
    expect(body).toEqual({
      organization: { id, name, slug },
      role: 'admin',
      user_id: expect.any(String),
      token: expect.stringMatching(/^till_pat_[0-9A-Za-z]{43}$/),
    })
    const me = await till.as(body.token).get('/v1/users/me')
    expect(me.body).toMatchObject({
      id: body.user_id,
      email,
      name: 'Grace Hopper',
      memberships: [{ organization_id: id, organization_name: name, organization_slug: slug, role: 'admin' }],
      membership_count: 1,
    })
    expect((await till.as(body.token).patch(`/v1/organizations/${id}`, { bio: 'Hello' })).status).toBe(200)
    const [row] = await till.sql`select token_hash from access_tokens where user_id = ${body.user_id}`
    expect(JSON.stringify(row)).not.toContain(body.token.slice(9))
  })

  it('200: with a personal access token its user joins, whatever address was invited', async () => {
    const [first, second] = [await makeOrganization(till), await makeOrganization(till)]
    const person = await makePerson(till, first.id, 'owner')
    const { token } = await invite(till, second.id, { role: 'read_only' })
    const { status, body } = await person.client.post(ACCEPT, { token, name: 'A name for one without' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ user_id: person.userId, role: 'read_only', token: null })
    const me = await person.client.get('/v1/users/me')
    expect(me.body).toMatchObject({ email: person.email, name: 'A name for one without', membership_count: 2 })
    expect(me.body.memberships.map((joined: { role: string }) => joined.role)).toEqual(['owner', 'read_only'])
  })

  it('200: never leads to a user who is there already by the address alone', async () => {
    const [first, second] = [await makeOrganization(till), await makeOrganization(till)]
    const person = await makePerson(till, first.id, 'owner')
    const { token } = await invite(till, second.id, { email: person.email })
    const { body } = await till.anonymous.post(ACCEPT, { token })
    expect(body.user_id).not.toBe(person.userId)
    expect((await till.as(body.token).get(`/v1/organizations/${first.id}`)).status).toBe(404)
    expect((await person.client.get(`/v1/organizations/${second.id}`)).status).toBe(404)
  })

  it('200: a lost answer comes again with the same Idempotency-Key', async () => {
    const { token } = await invite(till, (await makeOrganization(till)).id)
    const key = { 'idempotency-key': `accept-${unique()}` }
    const first = await till.anonymous.post(ACCEPT, { token }, key)
    const second = await till.anonymous.post(ACCEPT, { token }, key)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await till.as(second.body.token).get('/v1/users/me')).status).toBe(200)
    const stored = await till.sql`select scope from idempotency_records where key = ${key['idempotency-key']}`
    expect(JSON.stringify(stored)).not.toContain('till_inv_')
  })

  it('401: a token that is sent and not valid', async () => {
    const { id } = await makeOrganization(till)
    const { token } = await invite(till, id)
    const customer = await makeCustomer(till, id)
    const session = await till.owner.must(till.owner.post('/v1/customer-sessions/', { customer_id: customer.id }))
    for (const wrong of [newSecret('personalAccessToken'), session.token, token]) {
      expect((await till.as(wrong).post(ACCEPT, { token })).status).toBe(401)
    }
    expect((await till.anonymous.post(ACCEPT, { token })).status).toBe(200)
  })

  it('403: a token of an organization', async () => {
    const { id } = await makeOrganization(till)
    const { token } = await invite(till, id)
    const { status, body } = await till.as(await makeToken(till, id)).post(ACCEPT, { token })
    expect([status, body.code]).toEqual([403, 'personal_token_needed'])
  })

  it('403: a personal access token that may not change organizations joins none; the invitation stays open', async () => {
    const { id } = await makeOrganization(till)
    const { url } = await invite(till, id)
    const guest = await makePerson(till, (await makeOrganization(till)).id, 'admin')
    const narrow = { comment: 'For reading', scopes: ['organizations:read', 'products:write'] }
    const { token } = await guest.client.must(guest.client.post('/v1/personal-access-tokens/', narrow))
    const { status, body } = await till.as(token).post(ACCEPT, { token: tokenIn(url), name: 'Mallory' })
    expect([status, body.code]).toEqual([403, 'insufficient_scope'])
    expect((await guest.client.get(membersOf(id))).status).toBe(404)
    expect((await guest.client.post(ACCEPT, { token: tokenIn(url) })).status).toBe(200)
  })

  it('403: a member already; the invitation stays open for somebody else', async () => {
    const { id } = await makeOrganization(till)
    const { token } = await invite(till, id)
    const { status, body } = await till.owner.post(ACCEPT, { token })
    expect([status, body.code]).toEqual([403, 'already_member'])
    expect((await till.anonymous.post(ACCEPT, { token })).status).toBe(200)
  })
})
