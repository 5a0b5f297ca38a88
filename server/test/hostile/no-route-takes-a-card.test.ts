import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { pathOf } from '../contract/isolation-map.ts'
import { whoMentions } from '../support/forgotten.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop } from '../support/two-shops.ts'
import { credentialOf } from './credential-of.ts'
import { validBody } from './valid-body.ts'

const CARD = '4000056655665556'
const SPELLINGS = [CARD, '4000 0566 5566 5556', '4000-0566-5566-5556', `My card: ${CARD} 12/30`]
const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: GuardedShop
beforeAll(async () => {
  till = await startTill({ box })
  shop = await openGuardedShop(till)
}, 60_000)
afterAll(() => till.stop())

const refusedAt = (...locs: (string | number)[][]) => ({
  status: 422,
  body: {
    error: 'RequestValidationError',
    detail: locs.map((loc) => ({ type: 'card_number', loc, msg: expect.stringContaining('card'), input: null })),
  },
})
const customer = (fields: object) => till.owner.post('/v1/customers/', { email: 'ada@example.com', ...fields })

describe('the number of a card', () => {
  it('is refused in the body and in the query of every route but the one for cards', { timeout: 60_000 }, async () => {
    const others = till.till.routes.filter(({ spec }) => spec.takesCards !== true)
    expect(others).toHaveLength(till.till.routes.length - 1)
    for (const route of others) {
      const { spec } = route
      const credential = credentialOf(route, till, shop)
      const caller = credential === undefined ? till.anonymous : till.as(credential)
      const name = `${spec.method} ${spec.path}`
      const asked = await caller.send(
        spec.method,
        `${pathOf(route, shop)}?anything=${CARD}`,
        spec.body && validBody(route, shop),
      )
      expect([name, asked]).toMatchObject([name, refusedAt(['query', 'anything'])])
      if (!spec.body) continue
      const body = { ...validBody(route, shop), anything: CARD }
      const sent = await caller.send(spec.method, pathOf(route, shop), body)
      expect([name, sent]).toMatchObject([name, refusedAt(['body', 'anything'])])
      expect(JSON.stringify([asked.body, sent.body])).not.toContain(CARD)
    }
    expect(await whoMentions(till, CARD, box)).toEqual([])
  })

  it.each(SPELLINGS)('is refused as %s', async (text) => {
    expect(await customer({ name: text })).toMatchObject(refusedAt(['body', 'name']))
    const query = encodeURIComponent(text)
    expect(await till.owner.get(`/v1/customers/?query=${query}`)).toMatchObject(refusedAt(['query', 'query']))
    expect(await till.owner.get(`/v1/customers/?${query}=1`)).toMatchObject(refusedAt(['query']))
  })

  it('is refused at every depth, in every place at once, as a number, behind escapes and as a name', async () => {
    const metadata = { card: CARD, number: Number(CARD) }
    expect(await customer({ metadata, billing_address: { line2: CARD } })).toMatchObject(
      refusedAt(['body', 'metadata', 'card'], ['body', 'metadata', 'number'], ['body', 'billing_address', 'line2']),
    )
    const hidden = '{"email": "ada@example.com", "name": "\\u0034000056655665556"}'
    expect(await till.owner.post('/v1/customers/', hidden)).toMatchObject(refusedAt(['body', 'name']))
    const named = await customer({ metadata: { [CARD]: 'x' } })
    expect(named).toMatchObject(refusedAt(['body', 'metadata']))
    expect(JSON.stringify(named.body)).not.toContain(CARD)
    const listed = await till.owner.post(`/v1/products/${shop.product.id}/benefits`, { benefits: [CARD] })
    expect(listed).toMatchObject(refusedAt(['body', 'benefits', 0]))
  })

  it('comes after the token and the scope, and before anything else about the body', async () => {
    expect((await till.anonymous.post('/v1/customers/', { name: CARD })).status).toBe(401)
    expect(await till.owner.post('/v1/customers/', [CARD])).toMatchObject(refusedAt(['body', 0]))
  })
})

describe('what only resembles one', () => {
  it('is taken: numbers of every other kind', async () => {
    const metadata = {
      wrong: '4000056655665557',
      phone: '+49 1512 3456782',
      ean: '4006381333931',
      when: 1767225600000,
      id: '49927398-7164-4999-8999-123456789012',
      key: shop.licenseKey.key,
      iban: 'DE89 3704 0044 0532 0130 00',
    }
    const path = `/v1/customers/${shop.customer.id}`
    expect((await till.owner.patch(path, { metadata })).body.metadata).toEqual(metadata)
  })

  it('is a tax number, where one is asked for', async () => {
    const path = `/v1/customers/${shop.customer.id}`
    const address = { billing_address: { country: 'ID' } }
    const { status, body } = await till.owner.patch(path, { ...address, tax_id: [CARD, 'id_npwp'] })
    expect([status, body.tax_id]).toEqual([200, [CARD, 'id_npwp']])
  })
})
