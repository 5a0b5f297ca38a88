import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExtraHeaders } from '../support/client.ts'
import { makeOrganization, makeToken, unique } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const newKey = () => `key-${unique()}`
const keyed = (key: string): ExtraHeaders => ({ 'idempotency-key': key })
const newShop = () => ({ name: 'Once', slug: `once-${unique()}` })
const create = (body: object, key: string, client = till.owner) => client.post('/v1/organizations/', body, keyed(key))

async function countOf(slug: string): Promise<number> {
  return (await till.owner.get(`/v1/organizations/?slug=${slug}`)).body.pagination.total_count
}

describe('a repetition', () => {
  it('gets the first status and body, and says so', async () => {
    const [body, key] = [newShop(), newKey()]
    const first = await create(body, key)
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const second = await create(body, key)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await countOf(body.slug)).toBe(1)
  })

  it('gets the first answer also after the object has changed', async () => {
    const [{ id }, key] = [await makeOrganization(till), newKey()]
    const path = `/v1/organizations/${id}`
    await till.owner.patch(path, { bio: 'One' }, keyed(key))
    await till.owner.patch(path, { bio: 'Two' })
    const again = await till.owner.patch(path, { bio: 'One' }, keyed(key))
    expect(again.body.bio).toBe('One')
    expect((await till.owner.get(path)).body.bio).toBe('Two')
  })

  it('is not asked for a version that it has changed itself', async () => {
    const [{ id }, key] = [await makeOrganization(till), newKey()]
    const path = `/v1/organizations/${id}`
    const headers = { ...keyed(key), 'if-match': '"1"' }
    expect((await till.owner.patch(path, { bio: 'One' }, headers)).status).toBe(200)
    expect((await till.owner.patch(path, { bio: 'One' }, headers)).status).toBe(200)
  })

  it('of a DELETE is 204 again, not 404', async () => {
    const [{ id }, key] = [await makeOrganization(till), newKey()]
    await makeToken(till, id)
    const listed = await till.owner.get(`/v1/organization-access-tokens/?organization_id=${id}`)
    const path = `/v1/organization-access-tokens/${listed.body.items[0].id}`
    expect((await till.owner.delete(path, keyed(key))).status).toBe(204)
    const again = await till.owner.delete(path, keyed(key))
    expect(again.status).toBe(204)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await till.owner.delete(path)).status).toBe(404)
  })

  it('writes no second event', async () => {
    const [{ id }, key] = [await makeOrganization(till), newKey()]
    for (const _ of [1, 2, 3]) await till.owner.patch(`/v1/organizations/${id}`, { bio: 'One' }, keyed(key))
    const events = await till.sql`select type from events where object_id = ${id} and type = 'organization.updated'`
    expect(events).toHaveLength(1)
  })

  it('means nothing for reads', async () => {
    const key = newKey()
    const before = await till.owner.get('/v1/organizations/', keyed(key))
    await makeOrganization(till)
    const after = await till.owner.get('/v1/organizations/', keyed(key))
    expect(after.body.pagination.total_count).toBe(before.body.pagination.total_count + 1)
    expect(after.headers.get('idempotent-replayed')).toBeNull()
  })
})

describe('the same key', () => {
  it('422: for another body', async () => {
    const key = newKey()
    const first = newShop()
    await create(first, key)
    const other = newShop()
    const { status, body } = await create(other, key)
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      { type: 'value_error', loc: ['header', 'idempotency-key'], msg: expect.any(String), input: key },
    ])
    expect(await countOf(other.slug)).toBe(0)
  })

  it('422: for another address', async () => {
    const key = newKey()
    const [one, two] = [await makeOrganization(till), await makeOrganization(till)]
    expect((await till.owner.patch(`/v1/organizations/${one.id}`, { bio: 'x' }, keyed(key))).status).toBe(200)
    expect((await till.owner.patch(`/v1/organizations/${two.id}`, { bio: 'x' }, keyed(key))).status).toBe(422)
  })

  it('belongs to its token: another one may use it too', async () => {
    const key = newKey()
    const { id } = await makeOrganization(till)
    const other = till.as(await makeToken(till, id))
    const path = `/v1/organizations/${id}`
    expect((await till.owner.patch(path, { bio: 'Mine' }, keyed(key))).status).toBe(200)
    const theirs = await other.patch(path, { bio: 'Theirs' }, keyed(key))
    expect(theirs.status).toBe(200)
    expect(theirs.headers.get('idempotent-replayed')).toBeNull()
    expect(theirs.body.bio).toBe('Theirs')
  })

  it('at once: exactly one effect, and the others get its answer or 409', async () => {
    const [body, key] = [newShop(), newKey()]
    const replies = await Promise.all(Array.from({ length: 30 }, () => create(body, key)))
    const originals = replies.filter((reply) => reply.status === 201 && !reply.headers.has('idempotent-replayed'))
    expect(originals).toHaveLength(1)
    for (const reply of replies) {
      expect([201, 409]).toContain(reply.status)
      if (reply.status === 201) expect(reply.body).toEqual(originals[0]?.body)
      else {
        expect(reply.body).toMatchObject({ error: 'Conflict', code: 'idempotency_key_running' })
        expect(reply.headers.get('retry-after')).toBe('1')
      }
    }
    expect(await countOf(body.slug)).toBe(1)
    expect((await create(body, key)).headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('refusals are not stored', () => {
  it('after 422 the same key does the work', async () => {
    const [{ slug }, key] = [await makeOrganization(till), newKey()]
    const body = { name: 'Taken', slug }
    expect((await create(body, key)).status).toBe(422)
    await till.sql`update organizations set slug = slug || '-gone' where slug = ${slug}`
    const { status, headers } = await create(body, key)
    expect(status).toBe(201)
    expect(headers.get('idempotent-replayed')).toBeNull()
  })

  it('after 422, 404, 403 and 412 no record is left', async () => {
    const key = newKey()
    const { id } = await makeOrganization(till)
    const nowhere = '/v1/organizations/0197a6f0-0000-7000-8000-000000000000'
    const reader = till.as(await makeToken(till, id, ['organizations:read']))
    expect((await create({ name: 'x' }, key)).status).toBe(422)
    expect((await till.owner.patch(nowhere, {}, keyed(key))).status).toBe(404)
    expect((await reader.patch(`/v1/organizations/${id}`, {}, keyed(key))).status).toBe(403)
    const stale = { ...keyed(key), 'if-match': '"9"' }
    expect((await till.owner.patch(`/v1/organizations/${id}`, { bio: 'x' }, stale)).status).toBe(412)
    expect(await till.sql`select 1 from idempotency_records where key = ${key}`).toHaveLength(0)
  })
})

describe('the key itself', () => {
  it.each(['k', 'x'.repeat(255), 'any text: äöü, "quotes" and so on'])('taken: %s', async (key) => {
    const body = newShop()
    const headers = keyed(Buffer.from(key).toString('latin1'))
    expect((await till.owner.post('/v1/organizations/', body, headers)).status).toBe(201)
    expect((await till.owner.post('/v1/organizations/', body, headers)).status).toBe(201)
    expect(await countOf(body.slug)).toBe(1)
  })

  it.each(['', 'x'.repeat(256)])('422: %s', async (key) => {
    const { status, body } = await create(newShop(), key)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['header', 'idempotency-key'])
  })
})

describe('the record', () => {
  it('is sealed: a secret in the answer cannot be read from the database', async () => {
    const [{ id }, key] = [await makeOrganization(till), newKey()]
    const fields = { organization_id: id, comment: 'sealed', scopes: ['orders:read'] }
    const first = await till.owner.post('/v1/organization-access-tokens/', fields, keyed(key))
    const [row] = await till.sql<{ status: number; body: Uint8Array; requestHash: Uint8Array }[]>`
      select status, body, request_hash from idempotency_records where key = ${key}`
    expect(row?.status).toBe(201)
    const stored = Buffer.from(row?.body ?? []).toString('latin1')
    expect(stored.length).toBeGreaterThan(100)
    expect(stored).not.toContain(first.body.token)
    expect(stored).not.toContain('till_oat_')
    expect(stored).not.toContain('organization_access_token')
    const again = await till.owner.post('/v1/organization-access-tokens/', fields, keyed(key))
    expect(again.body.token).toBe(first.body.token)
  })

  it('is kept for 24 hours', async () => {
    const [body, key] = [newShop(), newKey()]
    await create(body, key)
    const [row] = await till.sql<{ hours: number }[]>`
      select extract(epoch from expires_at - created_at)::int / 3600 as hours from idempotency_records where key = ${key}`
    expect(row?.hours).toBe(24)
  })

  it('counts no more after its time: the request is done anew', async () => {
    const [{ id }, key] = [await makeOrganization(till), newKey()]
    const path = `/v1/organizations/${id}`
    await till.owner.patch(path, { bio: 'One' }, keyed(key))
    await till.sql`
      update idempotency_records set created_at = created_at - interval '24 hours 1 second',
        expires_at = expires_at - interval '24 hours 1 second'
      where key = ${key}`
    const anew = await till.owner.patch(path, { bio: 'Another' }, keyed(key))
    expect(anew.status).toBe(200)
    expect(anew.headers.get('idempotent-replayed')).toBeNull()
    expect(anew.body.bio).toBe('Another')
    expect((await till.owner.patch(path, { bio: 'Another' }, keyed(key))).headers.get('idempotent-replayed')).toBe(
      'true',
    )
  })
})
