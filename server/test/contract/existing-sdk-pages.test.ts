import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExistingSdks, existingSdks, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
let sdks: ExistingSdks
let organizationId: string
const ids: string[] = []

beforeAll(async () => {
  till = await startTill()
  sdks = existingSdks(till, till.ownerToken)
  organizationId = (await makeOrganization(till)).id
  for (let each = 0; each < 5; each += 1) ids.push((await makeProduct(till, organizationId)).id)
})
afterAll(() => till.stop())

describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  it('walks through the pages of a list', async () => {
    const found: string[] = []
    // Without a number the oldest asks for its first page twice.
    const pages = await sdks[version].products.list({ organizationId, page: 1, limit: 2, sorting: ['created_at'] })
    for await (const { result } of pages) found.push(...result.items.map((item) => item.id))
    expect(found).toEqual(ids)
  })
})
