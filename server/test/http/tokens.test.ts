import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSecret } from '../../src/kernel/secrets.ts'
import type { Client } from '../support/client.ts'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { raw } from './raw.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const TOKENS = '/v1/organization-access-tokens/'

async function makeShop(): Promise<{
  id: string
  create: (fields: object, client?: Client) => ReturnType<Client['post']>
}> {
  const { id } = await makeOrganization(till)
  const create = (fields: object, client = till.owner) =>
    client.post(TOKENS, { organization_id: id, comment: 'tests', scopes: ['organizations:read'], ...fields })
  return { id, create }
}

describe('401', () => {
  const asked = (authorization: string) => raw(till, 'GET', '/v1/organizations/', { headers: { authorization } })

  it('no token: the challenge names no error', async () => {
    const { status, body, headers } = await till.anonymous.get('/v1/organizations/')
    expect(status).toBe(401)
    expect(body).toMatchObject({ error: 'Unauthorized', code: 'unauthorized' })
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each([
    ['another scheme', 'Basic dXNlcjpwYXNzd29yZA=='],
    ['no token behind the scheme', 'Bearer'],
    ['two words', 'Bearer one two'],
    ['too short to be anything', 'Bearer abc'],
    ['unknown', `Bearer ${newSecret('organizationAccessToken')}`],
    ['unknown, and in no form of ours', `Bearer ${'x'.repeat(40)}`],
    ['with a bad checksum', `Bearer ${newSecret('personalAccessToken').slice(0, -6)}000000`],
    ['cut short', `Bearer ${newSecret('personalAccessToken').slice(0, -1)}`],
    ['of a customer session', `Bearer ${newSecret('customerSession')}`],
    ['of a checkout', `Bearer ${newSecret('checkout')}`],
    ['of an invitation', `Bearer ${newSecret('invitation')}`],
    ['of a webhook', `Bearer ${newSecret('webhook')}`],
  ])('a token that is %s', async (_, authorization) => {
    const { status, body, headers } = await asked(authorization)
    expect(status).toBe(401)
    expect(body).toMatchObject({ error: 'Unauthorized', code: 'invalid_token' })
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  it('the scheme is read in any case', async () => {
    expect((await asked(`bearer ${till.ownerToken}`)).status).toBe(200)
    expect((await asked(`BEARER  ${till.ownerToken} `)).status).toBe(200)
  })

  it('an expired token, at the next request after the time is over', async () => {
    const { create } = await makeShop()
    const { token, organization_access_token } = await till.owner.must(create({ expires_in: 'PT3S' }))
    const lifetime = Date.parse(organization_access_token.expires_at) - Date.parse(organization_access_token.created_at)
    expect(lifetime).toBe(3000)
    expect((await till.as(token).get('/v1/organizations/')).status).toBe(200)
    await wait(3100)
    const { status, body } = await till.as(token).get('/v1/organizations/')
    expect(status).toBe(401)
    expect(body.code).toBe('invalid_token')
  })

  it('a revoked token, at the very next request', async () => {
    const { create } = await makeShop()
    const { token, organization_access_token } = await till.owner.must(create({}))
    expect((await till.as(token).get('/v1/organizations/')).status).toBe(200)
    expect((await till.owner.delete(TOKENS + organization_access_token.id)).status).toBe(204)
    expect((await till.as(token).get('/v1/organizations/')).status).toBe(401)
    expect((await till.owner.delete(TOKENS + organization_access_token.id)).status).toBe(404)
  })
})

describe('403 insufficient_scope', () => {
  it('names the scope that is missing', async () => {
    const { id } = await makeOrganization(till)
    const reader = till.as(await makeToken(till, id, ['organizations:read']))
    const { status, body, headers } = await reader.patch(`/v1/organizations/${id}`, {})
    expect(status).toBe(403)
    expect(body).toMatchObject({ error: 'NotPermitted', code: 'insufficient_scope' })
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="organizations:write"')
  })

  it('the right to write includes the right to read', async () => {
    const { id } = await makeOrganization(till)
    const writer = till.as(await makeToken(till, id, ['organizations:write']))
    expect((await writer.get(`/v1/organizations/${id}`)).status).toBe(200)
    const other = till.as(await makeToken(till, id, ['products:write', 'organization_access_tokens:read']))
    expect((await other.get(`/v1/organizations/${id}`)).status).toBe(403)
  })
})

describe(`POST ${TOKENS}`, () => {
  it('201: shows the token once and stores only its hash', async () => {
    const { id, create } = await makeShop()
    const { status, body } = await create({ scopes: ['products:read', 'products:read'] })
    expect(status).toBe(201)
    expect(body.token).toMatch(/^till_oat_[0-9A-Za-z]{43}$/)
    expect(body.organization_access_token).toMatchObject({
      organization_id: id,
      scopes: ['products:read'],
      expires_at: null,
      last_used_at: null,
    })
    const listed = await till.owner.get(`${TOKENS}?organization_id=${id}`)
    expect(JSON.stringify(listed.body)).not.toContain(body.token)
    const [row] = await till.sql`
      select to_json(t)::text as text from access_tokens t where t.id = ${body.organization_access_token.id}`
    expect(row?.text).not.toContain(body.token.slice(9))
  })

  it('201: the time of the last use is noted', async () => {
    const { id, create } = await makeShop()
    const { token } = await till.owner.must(create({}))
    await till.as(token).get('/v1/organizations/')
    await expect
      .poll(async () => (await till.owner.get(`${TOKENS}?organization_id=${id}`)).body.items[0].last_used_at, {
        timeout: 5000,
      })
      .not.toBeNull()
  })

  it('201: an organization token may leave its organization out', async () => {
    const { id } = await makeOrganization(till)
    const client = till.as(await makeToken(till, id))
    const { status, body } = await client.post(TOKENS, { comment: 'child', scopes: ['orders:read'] })
    expect(status).toBe(201)
    expect(body.organization_access_token.organization_id).toBe(id)
  })

  it('422: another organization than the own', async () => {
    const [mine, other] = [await makeOrganization(till), await makeOrganization(till)]
    const client = till.as(await makeToken(till, mine.id))
    const fields = { organization_id: other.id, comment: 'child', scopes: ['orders:read'] }
    const { status, body } = await client.post(TOKENS, fields)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', 'organization_id'])
  })

  it('422: a personal token has to say for which organization', async () => {
    const { status, body } = await till.owner.post(TOKENS, { comment: 'x', scopes: ['orders:read'] })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ type: 'missing', loc: ['body', 'organization_id'] })])
  })

  it('422: scopes that the token lacks itself, each at its place', async () => {
    const { id, create } = await makeShop()
    const scopes = ['organization_access_tokens:write', 'orders:read']
    const client = till.as(await makeToken(till, id, scopes))
    expect((await create({ scopes: ['orders:read'] }, client)).status).toBe(201)
    const { status, body } = await create({ scopes: ['orders:read', 'orders:write', 'products:read'] }, client)
    expect(status).toBe(422)
    expect(body.detail.map((issue: { loc: unknown }) => issue.loc)).toEqual([
      ['body', 'scopes', 1],
      ['body', 'scopes', 2],
    ])
  })

  it('201: the right to write is enough to pass on the right to read', async () => {
    const { id, create } = await makeShop()
    const client = till.as(await makeToken(till, id, ['organization_access_tokens:write', 'orders:write']))
    const { status, body } = await create({ scopes: ['orders:read'] }, client)
    expect(status).toBe(201)
    expect(body.organization_access_token.scopes).toEqual(['orders:read'])
  })

  it.each([
    [{ scopes: [] }, ['body', 'scopes']],
    [{ scopes: ['everything'] }, ['body', 'scopes', 0]],
    [{ expires_in: 'PT0S' }, ['body', 'expires_in']],
    [{ expires_in: 'tomorrow' }, ['body', 'expires_in']],
    [{ expires_in: 0 }, ['body', 'expires_in']],
    [{ expires_in: 1.5 }, ['body', 'expires_in']],
    [{ comment: '' }, ['body', 'comment']],
  ])('422: %j', async (fields, loc) => {
    const { create } = await makeShop()
    const { status, body } = await create(fields)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })

  it.each([
    ['P30D', 2_592_000],
    ['P1W', 604_800],
    ['P1D', 86_400],
    ['PT1H30M', 5400],
    [60, 60],
  ])('201: expires_in %s', async (expires_in, seconds) => {
    const { create } = await makeShop()
    const { organization_access_token } = await till.owner.must(create({ expires_in }))
    const lifetime = Date.parse(organization_access_token.expires_at) - Date.parse(organization_access_token.created_at)
    expect(lifetime).toBe(seconds * 1000)
  })

  it('a token that expires makes none that outlives it: 201 with its own end, 422 when more is asked for', async () => {
    const { create } = await makeShop()
    const scopes = ['organization_access_tokens:write']
    const { token, organization_access_token } = await till.owner.must(create({ scopes, expires_in: 600 }))
    const { expires_at } = organization_access_token
    const client = till.as(token)
    const silent = await create({ scopes }, client)
    expect([silent.status, silent.body.organization_access_token?.expires_at]).toEqual([201, expires_at])
    expect((await create({ scopes, expires_in: 300 }, client)).status).toBe(201)
    const longer = await create({ scopes, expires_in: 'P30D' }, client)
    expect(longer.status).toBe(422)
    expect(longer.body.detail).toMatchObject([
      { loc: ['body', 'expires_in'], msg: expect.stringContaining(expires_at) },
    ])
  })
})

describe(`DELETE ${TOKENS}{id}`, () => {
  it("404: another organization's token", async () => {
    const [mine, other] = [await makeShop(), await makeShop()]
    const { organization_access_token } = await till.owner.must(other.create({}))
    const client = till.as(await makeToken(till, mine.id))
    expect((await client.delete(TOKENS + organization_access_token.id)).status).toBe(404)
  })
})
