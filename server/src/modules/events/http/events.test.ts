import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLog, numbered as settled } from '../../../../test/support/event-log.ts'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { makePerson } from '../../../../test/support/member-factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

const path = '/v1/events/'
const UNKNOWN = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

let till: TestTill
let organizationId: string
let query: string
let products: { id: string }[]

/** Two products, and a change to the second. */
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
  query = `${path}?organization_id=${organizationId}`
  products = [await makeProduct(till, organizationId), await makeProduct(till, organizationId)]
  await till.owner.must(till.owner.patch(`/v1/products/${products[1]?.id}`, { name: 'Echo' }))
  await settled(till)
})
afterAll(() => till.stop())

const get = (more = '') => till.owner.must(till.owner.get(query + more))
const numbersOf = ({ items }: { items: { sequence: number }[] }) => items.map(({ sequence }) => sequence)

describe('GET /v1/events/', () => {
  it('200: from the oldest on, numbered without a gap', async () => {
    const { items, has_more, last_sequence } = await get()
    expect(items.map(({ type }: { type: string }) => type)).toEqual([
      'organization.created',
      'member.created',
      'product.created',
      'product.created',
      'product.updated',
    ])
    expect([numbersOf({ items }), has_more, last_sequence]).toEqual([[1, 2, 3, 4, 5], false, 5])
  })

  it('200: an event says what has happened to what, and what was there before', async () => {
    const product = await till.owner.must(till.owner.get(`/v1/products/${products[1]?.id}`))
    const { items } = await get('&after=4')
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'product.updated',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: product,
        organization_id: organizationId,
        object_type: 'product',
        object_id: product.id,
        object_version: 2,
        sequence: 5,
        previous_attributes: { name: expect.any(String) },
        request_id: expect.any(String),
      },
    ])
  })

  it.each([
    ['&after=2&limit=2', [3, 4], true],
    ['&after=3&limit=2', [4, 5], false],
    ['&after=5', [], false],
    ['&sorting=-sequence&limit=2', [5, 4], true],
    ['&sorting=-sequence&before=4&limit=2', [3, 2], true],
    ['&sorting=-sequence&before=2', [1], false],
    ['&after=1&before=4', [2, 3], false],
    ['&type=product.created', [3, 4], false],
    ['&type=product.created&type=product.updated&limit=2', [3, 4], true],
    ['&type=product.created&type=product.updated&type=product.created&sorting=-sequence&limit=2', [5, 4], true],
    ['&type=product.created&after=3', [4], false],
    ['&type=order.paid', [], false],
    [`&object_id=${UNKNOWN}`, [], false],
  ])('200: %s', async (more, numbers, hasMore) => {
    const found = await get(more)
    expect([numbersOf(found), found.has_more, found.last_sequence]).toEqual([numbers, hasMore, 5])
  })

  it('200: about one object, also of one type', async () => {
    const about = `&object_id=${products[1]?.id}`
    expect(numbersOf(await get(about))).toEqual([4, 5])
    expect(numbersOf(await get(`${about}&type=product.updated`))).toEqual([5])
    expect(await get(`${about}&sorting=-sequence&limit=1`)).toMatchObject({ items: [{ sequence: 5 }], has_more: true })
  })

  it('200: above 100, limit is lowered', async () => {
    expect((await get('&limit=1000')).items).toHaveLength(5)
  })

  it('200: who sees one organization only need not name it', async () => {
    const own = till.as(await makeToken(till, organizationId))
    const person = await makePerson(till, organizationId, 'read_only')
    for (const client of [own, person.client]) {
      const { items } = await client.must(client.get(`${path}?limit=1`))
      expect(items).toMatchObject([{ organization_id: organizationId, sequence: 1 }])
    }
  })

  it('200: nothing, of an organization where nothing has a number yet', async () => {
    const { id } = await makeOrganization(till)
    await settled(till)
    await till.sql`delete from events where organization_id = ${id}`
    await till.sql`delete from event_sequences where organization_id = ${id}`
    const found = await till.owner.must(till.owner.get(`${path}?organization_id=${id}`))
    expect(found).toEqual({ items: [], has_more: false, last_sequence: 0 })
  })

  it('200: what has no number yet is not there, and is not passed over later', async () => {
    const { id } = await makeOrganization(till)
    await settled(till)
    const [first, last] = await readLog(till.owner, id)
    await till.sql.begin(async (holder) => {
      // Nobody gives numbers meanwhile.
      await holder`select pg_advisory_xact_lock(7455106)`
      await till.sql`update events set sequence = null where event_id = ${last.id}`
      await till.sql`update event_sequences set last_sequence = 1 where organization_id = ${id}`
      expect(await readLog(till.owner, id)).toEqual([first])
      expect(await till.owner.get(path + last.id)).toMatchObject({ status: 404 })
    })
    await settled(till)
    expect(await readLog(till.owner, id, 1)).toEqual([last])
  })

  it('403: without the scope', async () => {
    const client = till.as(await makeToken(till, organizationId, ['orders:read']))
    for (const address of [path, `${path}stream`, path + UNKNOWN]) {
      expect(await client.get(address)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    }
  })

  it.each([
    ['organization_id', 'nobody', ['query', 'organization_id']],
    ['after', '-1', ['query', 'after']],
    ['after', 'yesterday', ['query', 'after']],
    ['before', '0', ['query', 'before']],
    ['type', 'order.eaten', ['query', 'type', 0]],
    ['object_id', '7', ['query', 'object_id']],
    ['limit', '0', ['query', 'limit']],
    ['sorting', 'timestamp', ['query', 'sorting', 0]],
  ])('422: %s=%s', async (name, value, loc) => {
    const { status, body } = await till.owner.get(`${query}&${name}=${value}`)
    expect([status, body.detail[0].loc]).toEqual([422, loc])
  })

  it('422: after a number that no event has yet, as after a restored backup, with the last one that there is', async () => {
    const own = `${path}?organization_id=${(await makeOrganization(till)).id}`
    await settled(till)
    const { status, body } = await till.owner.get(`${own}&after=3`)
    const msg = expect.stringContaining('the last event has the number 2')
    expect([status, body.detail]).toEqual([422, [{ type: 'value_error', loc: ['query', 'after'], msg, input: 3 }]])
    expect((await till.owner.get(`${own}&after=3&type=order.paid`)).status).toBe(422)
    expect((await till.owner.get(`${own}&after=2`)).status).toBe(200)
  })

  it('422: an organization that is not there, is not the caller’s, or is not named among several', async () => {
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    for (const address of [path, `${path}stream`]) {
      const foreign = await stranger.get(`${address}?organization_id=${organizationId}`)
      const unknown = await till.owner.get(`${address}?organization_id=${UNKNOWN}`)
      const unnamed = await till.owner.get(address)
      for (const { status, body } of [foreign, unknown, unnamed]) {
        expect([status, body.detail]).toMatchObject([422, [{ loc: ['query', 'organization_id'] }]])
      }
    }
  })
})

describe('GET /v1/events/{id}', () => {
  it('200: the same as in the list', async () => {
    const { items } = await get('&limit=3')
    expect(await till.owner.get(path + items[2].id)).toMatchObject({ status: 200, body: items[2] })
  })

  it('404: unknown, or another organization’s', async () => {
    const { items } = await get('&limit=1')
    const stranger = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await stranger.get(path + items[0].id)).status).toBe(404)
    expect((await till.owner.get(path + UNKNOWN)).status).toBe(404)
  })
})
