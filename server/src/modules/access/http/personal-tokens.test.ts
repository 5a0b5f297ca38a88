import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makePerson } from '../../../../test/support/member-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const TOKENS = '/v1/personal-access-tokens/'
const MANAGE = 'organization_access_tokens:write'

async function somebody() {
  return makePerson(till, (await makeOrganization(till)).id)
}

describe(`POST ${TOKENS}`, () => {
  it('201: another token of one’s own, shown once, of which only the hash is stored', async () => {
    const { client, userId } = await somebody()
    const ask = { comment: 'Laptop', scopes: ['organizations:read', MANAGE], expires_in: 'P30D' }
    const { status, body } = await client.post(TOKENS, ask)
    expect(status).toBe(201)
    expect(body.token).toMatch(/^till_pat_[0-9A-Za-z]{43}$/)
    const { personal_access_token: made } = body
    expect(made).toMatchObject({ comment: 'Laptop', scopes: ask.scopes, last_used_at: null })
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * 86_400_000)
    expect((await till.as(body.token).get('/v1/users/me')).body.id).toBe(userId)
    const [row] = await till.sql`select to_json(t)::text as text from access_tokens t where t.id = ${made.id}`
    expect(row?.text).not.toContain(body.token.slice(9))
    expect(JSON.stringify((await client.get(TOKENS)).body)).not.toContain(body.token)
  })

  it('403: an organization’s token', async () => {
    const client = till.as(await makeToken(till, (await makeOrganization(till)).id))
    const tries = [client.get(TOKENS), client.post(TOKENS, { comment: 'x', scopes: ['orders:read'] })]
    for (const { status, body } of await Promise.all(tries)) {
      expect([status, body.code]).toEqual([403, 'personal_token_needed'])
    }
  })

  it('403: a token that may not hand out tokens cannot prolong its own life', async () => {
    const { client } = await somebody()
    const made = await client.must(client.post(TOKENS, { comment: 'x', scopes: ['orders:read'], expires_in: 60 }))
    const { status, body } = await till.as(made.token).post(TOKENS, { comment: 'y', scopes: ['orders:read'] })
    expect([status, body.code]).toEqual([403, 'insufficient_scope'])
  })

  it('201: ends with the token that made it, when nothing is said', async () => {
    const { client } = await somebody()
    const made = await client.must(client.post(TOKENS, { comment: 'x', scopes: [MANAGE], expires_in: 60 }))
    const { status, body } = await till.as(made.token).post(TOKENS, { comment: 'y', scopes: [MANAGE] })
    expect(status).toBe(201)
    expect(body.personal_access_token.expires_at).toBe(made.personal_access_token.expires_at)
  })

  it('422: expires_in: longer than the token that makes it', async () => {
    const { client } = await somebody()
    const made = await client.must(client.post(TOKENS, { comment: 'x', scopes: [MANAGE], expires_in: 60 }))
    const { status, body } = await till.as(made.token).post(TOKENS, { comment: 'y', scopes: [MANAGE], expires_in: 90 })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'expires_in']])
    expect(body.detail[0].msg).toContain(made.personal_access_token.expires_at)
  })

  it('422: scopes that the token lacks itself, each at its place', async () => {
    const { client } = await somebody()
    const made = await client.must(client.post(TOKENS, { comment: 'x', scopes: ['orders:read', MANAGE] }))
    const ask = { comment: 'y', scopes: ['orders:read', 'orders:write', 'products:read'] }
    const { status, body } = await till.as(made.token).post(TOKENS, ask)
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([{ loc: ['body', 'scopes', 1] }, { loc: ['body', 'scopes', 2] }])
  })

  it.each([
    [{ scopes: ['orders:read'] }, ['body', 'comment']],
    [{ comment: 'x' }, ['body', 'scopes']],
    [{ comment: 'x', scopes: [] }, ['body', 'scopes']],
    [{ comment: 'x', scopes: ['orders:read'], expires_in: 'soon' }, ['body', 'expires_in']],
  ])('422: %j', async (ask, loc) => {
    const { status, body } = await till.owner.post(TOKENS, ask)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })
})

describe(`GET ${TOKENS}`, () => {
  it('200: one’s own and nobody else’s, in the order of making', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const made = await one.client.must(one.client.post(TOKENS, { comment: 'Second', scopes: ['orders:read'] }))
    const { body } = await one.client.get(TOKENS)
    expect(body.pagination).toEqual({ total_count: 2, max_page: 1 })
    expect(body.items[1]).toEqual(made.personal_access_token)
    expect((await other.client.get(TOKENS)).body.pagination.total_count).toBe(1)
    expect((await one.client.get(`${TOKENS}?sorting=-created_at&limit=1`)).body.items).toMatchObject([
      { id: made.personal_access_token.id },
    ])
  })
})

describe(`DELETE ${TOKENS}{id}`, () => {
  it('204: refused from the very next request on, also the calling one', async () => {
    const { client } = await somebody()
    const made = await client.must(client.post(TOKENS, { comment: 'x', scopes: [MANAGE] }))
    const second = till.as(made.token)
    const [first] = (await second.get(TOKENS)).body.items
    expect((await second.delete(TOKENS + first.id)).status).toBe(204)
    expect((await client.get(TOKENS)).status).toBe(401)
    expect((await second.delete(TOKENS + first.id)).status).toBe(404)
    expect((await second.delete(TOKENS + made.personal_access_token.id)).status).toBe(204)
    expect((await second.get(TOKENS)).status).toBe(401)
  })

  it('404: somebody else’s, though they work for the same organization, and an organization’s', async () => {
    const { id } = await makeOrganization(till)
    const [one, other] = [await makePerson(till, id, 'owner'), await makePerson(till, id)]
    const [token] = (await other.client.get(TOKENS)).body.items
    expect((await one.client.delete(TOKENS + token.id)).status).toBe(404)
    await makeToken(till, id)
    const { items } = (await one.client.get(`/v1/organization-access-tokens/?organization_id=${id}`)).body
    expect((await one.client.delete(TOKENS + items[0].id)).status).toBe(404)
    expect((await other.client.get(TOKENS)).status).toBe(200)
  })
})
