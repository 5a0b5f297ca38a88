import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCustomBenefit } from '../support/benefit-factories.ts'
import { makeCustomField } from '../support/custom-field-factories.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProductMedia } from '../support/file-factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till))

/** Each of these differs from the others, in what it has or in its order. */
function turns<Item>(items: readonly Item[]): Item[][] {
  return items.flatMap((_, at) => {
    const turned = [...items.slice(at), ...items.slice(0, at)]
    return [turned, turned.slice(0, 2)]
  })
}

async function makeFour(make: () => Promise<string>): Promise<string[]> {
  return [await make(), await make(), await make(), await make()]
}

it('fifty who replace benefits, media and custom fields at once leave one list of each, in order', async () => {
  const { id } = await makeProduct(till, shop)
  const benefits = turns(await makeFour(async () => (await makeCustomBenefit(till, shop)).id))
  const medias = turns(await makeFour(async () => (await makeProductMedia(till, shop)).id))
  const fields = turns(await makeFour(async () => (await makeCustomField(till, shop)).id))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      if (n % 3 === 0) return till.owner.post(`/v1/products/${id}/benefits`, { benefits: benefits[n % 8] })
      const attached = fields[n % 8]?.map((custom_field_id) => ({ custom_field_id, required: n % 2 === 0 }))
      return till.owner.patch(
        `/v1/products/${id}`,
        n % 3 === 1 ? { medias: medias[n % 8] } : { attached_custom_fields: attached },
      )
    }),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(50).fill(200))
  const after = await till.owner.must(till.owner.get(`/v1/products/${id}`))
  const ids = (items: { id: string }[]) => items.map((item) => item.id)
  expect(benefits).toContainEqual(ids(after.benefits))
  expect(medias).toContainEqual(ids(after.medias))
  expect(fields).toContainEqual(
    ids(after.attached_custom_fields.map((each: { custom_field: object }) => each.custom_field)),
  )
  const versions = await till.sql`
    select object_version, data from events where object_id = ${id} order by object_version desc`
  expect(versions.map((event) => event.objectVersion)).toEqual(
    Array.from({ length: versions.length }, (_, n) => versions.length - n),
  )
  expect(versions[0]?.data).toEqual(after)
})
