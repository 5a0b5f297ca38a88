import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit, makeDownloadablesBenefit } from '../support/benefit-factories.ts'
import type { Reply } from '../support/client.ts'
import { makeCustomField } from '../support/custom-field-factories.ts'
import { makeOrganization } from '../support/factories.ts'
import { makeFile, makeProductMedia } from '../support/file-factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { createDatabase, startTillOn, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTillOn(await createDatabase(20))
  shop = (await makeOrganization(till)).id
})
// One of the deletions is written straight into the table.
afterAll(() => stopWithCleanBooks(till, ['every_version_is_told']))

type Made = Promise<{ id: string }>

interface Kind {
  /** What is attached and deleted, and where it is deleted. */
  readonly table: 'files' | 'custom_fields' | 'benefits'
  readonly path: string
  readonly make: () => Made
  /** What it is attached to. */
  readonly makePlace: () => Made
  readonly attach: (placeId: string, ids: readonly string[]) => Promise<Reply>
  /** Rows that still refer to what is deleted. */
  readonly hidden: () => Promise<readonly object[]>
}

const product = () => makeProduct(till, shop)
const KINDS: Readonly<Record<string, Kind>> = {
  'a picture of a product': {
    table: 'files',
    path: '/v1/files/',
    make: () => makeProductMedia(till, shop),
    makePlace: product,
    attach: (id, medias) => till.owner.patch(`/v1/products/${id}`, { medias }),
    hidden: () => till.sql`
      select l.* from product_medias l join files f on f.id = l.file_id where f.deleted_at is not null`,
  },
  'a custom field of a product': {
    table: 'custom_fields',
    path: '/v1/custom-fields/',
    make: () => makeCustomField(till, shop),
    makePlace: product,
    attach: (id, ids) =>
      till.owner.patch(`/v1/products/${id}`, {
        attached_custom_fields: ids.map((custom_field_id) => ({ custom_field_id, required: true })),
      }),
    hidden: () => till.sql`
      select l.* from product_custom_fields l join custom_fields f on f.id = l.custom_field_id
      where f.deleted_at is not null`,
  },
  'a benefit of a product': {
    table: 'benefits',
    path: '/v1/benefits/',
    make: () => makeCustomBenefit(till, shop),
    makePlace: product,
    attach: (id, benefits) => till.owner.post(`/v1/products/${id}/benefits`, { benefits }),
    hidden: () => till.sql`
      select l.* from product_benefits l join benefits b on b.id = l.benefit_id where b.deleted_at is not null`,
  },
  'a file of a benefit': {
    table: 'files',
    path: '/v1/files/',
    make: () => makeFile(till, shop),
    makePlace: async () => makeDownloadablesBenefit(till, shop, [(await makeFile(till, shop)).id]),
    attach: (id, files) => till.owner.patch(`/v1/benefits/${id}`, { properties: { files } }),
    hidden: () => till.sql`
      select b.id from benefits b cross join jsonb_array_elements_text(b.properties -> 'files') given(file_id)
      join files f on f.id = given.file_id::uuid
      where b.type = 'downloadables' and b.deleted_at is null and f.deleted_at is not null`,
  },
}

const several = async (many: number, make: () => Made) =>
  (await Promise.all(Array.from({ length: many }, make))).map(({ id }) => id)

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  it('that is deleted while it is attached, fifty at once, leaves no link behind', async () => {
    const places = await several(8, kind.makePlace)
    const doomed = await several(10, kind.make)
    const stays = (await kind.make()).id
    const requests = doomed.flatMap((id, n) => {
      const attaching = Array.from({ length: 4 }, (_each, m) => {
        const next = doomed[(n + m) % doomed.length] ?? id
        return kind.attach(places[(4 * n + m) % places.length] ?? '', [...new Set([stays, next, id])])
      })
      return [...attaching.slice(0, 2), till.owner.delete(kind.path + id), ...attaching.slice(2)]
    })
    const replies = await Promise.all(requests)
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(10)
    expect(replies.map(({ status }) => status).filter((status) => ![200, 204, 422].includes(status))).toEqual([])
    expect(await kind.hidden()).toEqual([])
    for (const place of places) expect((await kind.attach(place, [stays])).status).toBe(200)
  })

  it('that somebody is about to delete is waited for, and then refused', async () => {
    const [place, doomed] = [(await kind.makePlace()).id, (await kind.make()).id]
    const attached = await till.sql.begin(async (deletion) => {
      await deletion`update ${deletion(kind.table)} set deleted_at = now() where id = ${doomed}`
      const reply = kind.attach(place, [doomed])
      await expect
        .poll(
          () => till.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        .toHaveLength(1)
      return { reply }
    })
    const { status, body } = await attached.reply
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ input: doomed })])
    expect(await kind.hidden()).toEqual([])
  })
})
