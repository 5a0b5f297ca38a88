import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const at = (externalId: string) => `/v1/customers/external/${encodeURIComponent(externalId)}`
const newExternalId = () => `user-${unique()}`

describe('GET /v1/customers/external/{external_id}', () => {
  it.each(['user|42', 'a/b', 'ä ö', '100%', 'state', '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', 'x'.repeat(256)])(
    '200: the same as by id (%s)',
    async (external_id) => {
      const customer = await makeCustomer(till, shop, { external_id })
      const { status, body, headers } = await till.owner.get(at(external_id))
      expect(status).toBe(200)
      expect(body).toEqual(customer)
      expect(headers.get('etag')).toBe((await till.owner.get(`/v1/customers/${customer.id}`)).headers.get('etag'))
    },
  )

  it('200: in the organization that is asked for, where several know the id', async () => {
    const external_id = newExternalId()
    const other = (await makeOrganization(till)).id
    const [ours, theirs] = [
      await makeCustomer(till, shop, { external_id }),
      await makeCustomer(till, other, { external_id }),
    ]
    expect((await till.owner.get(`${at(external_id)}?organization_id=${shop}`)).body.id).toBe(ours.id)
    expect((await till.owner.get(`${at(external_id)}?organization_id=${other}`)).body.id).toBe(theirs.id)
    expect((await till.as(await makeToken(till, other)).get(at(external_id))).body.id).toBe(theirs.id)
    const { status, body } = await till.owner.get(at(external_id))
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'organization_id'] })])
  })

  it('404: nobody, somebody else’s customer, the same letters in another case, and one that was deleted', async () => {
    const external_id = newExternalId()
    const { id } = await makeCustomer(till, shop, { external_id })
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.get(at(external_id))).status).toBe(404)
    expect((await till.owner.get(at(external_id.toUpperCase()))).status).toBe(404)
    expect((await till.owner.get(at(newExternalId()))).status).toBe(404)
    await till.owner.delete(`/v1/customers/${id}`)
    expect((await till.owner.get(at(external_id))).status).toBe(404)
  })

  it.each(['a\u0000b', 'a\nb', 'x'.repeat(257)])('422: an id that no customer can have', async (externalId) => {
    const { status, body } = await till.owner.get(at(externalId))
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['path', 'external_id'])
  })
})

describe('PATCH /v1/customers/external/{external_id}', () => {
  it('200: changes the customer, whose external id stays', async () => {
    const external_id = newExternalId()
    const customer = await makeCustomer(till, shop, { external_id })
    const { status, body } = await till.owner.patch(at(external_id), { name: 'Ada King', external_id })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...customer,
      name: 'Ada King',
      avatar_url: 'http://till.example.com/avatars/A.svg',
      modified_at: expect.any(String),
    })
  })

  it('200: an external id can be set once, by whoever comes first', async () => {
    const { id } = await makeCustomer(till, shop)
    const wanted = Array.from({ length: 50 }, newExternalId)
    const replies = await Promise.all(
      wanted.map((external_id) => till.owner.patch(`/v1/customers/${id}`, { external_id })),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 422]))
  })

  it('412: another version than the one that was read', async () => {
    const external_id = newExternalId()
    await makeCustomer(till, shop, { external_id })
    expect((await till.owner.patch(at(external_id), { name: 'Late' }, { 'if-match': '"7"' })).status).toBe(412)
  })

  it.each(['another', null])('422: an external id cannot become %j', async (wanted) => {
    const external_id = newExternalId()
    const { id } = await makeCustomer(till, shop, { external_id })
    for (const path of [at(external_id), `/v1/customers/${id}`]) {
      const { status, body } = await till.owner.patch(path, { external_id: wanted })
      expect(status).toBe(422)
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'external_id'], input: wanted })])
    }
  })

  it('404: somebody else’s customer', async () => {
    const external_id = newExternalId()
    await makeCustomer(till, shop, { external_id })
    const other = till.as(await makeToken(till, (await makeOrganization(till)).id))
    expect((await other.patch(at(external_id), { name: 'Mine' })).status).toBe(404)
    expect((await other.delete(at(external_id))).status).toBe(404)
  })
})

describe('DELETE /v1/customers/external/{external_id}', () => {
  it('204: the customer is gone and the external id is free', async () => {
    const external_id = newExternalId()
    const { id } = await makeCustomer(till, shop, { external_id })
    expect((await till.owner.delete(at(external_id))).status).toBe(204)
    expect((await till.owner.get(`/v1/customers/${id}`)).status).toBe(404)
    expect((await makeCustomer(till, shop, { external_id })).id).not.toBe(id)
  })
})
