import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, Reply } from '../../../../test/support/client.ts'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { idsIn, purchase, signIn } from '../../../../test/support/customer-sessions.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { announceFile, makeFile, reachable } from '../../../../test/support/file-factories.ts'
import { makeProduct, makeRecurringProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { SecretBox } from '../../../kernel/secrets.ts'
import { downloadableId, openLink, sealLink } from '../downloadables/link.ts'

const url = '/v1/customer-portal/downloadables/'
const box = new SecretBox('a secret key of this file')

let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill({ box })
  shop = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till))

const newEmail = () => `ada-${unique()}@example.com`

/** A product with a benefit that has these files. */
async function sellFiles(files: readonly Reply['body'][], make = makeProduct, organizationId = shop) {
  const benefit = await till.owner.must(
    till.owner.post('/v1/benefits/', {
      organization_id: organizationId,
      type: 'downloadables',
      description: 'The installers',
      properties: { files: files.map(({ id }) => id) },
    }),
  )
  const product = await make(till, organizationId)
  await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] }))
  return { productId: product.id, benefit }
}

const filesIn = (body: Reply['body']) => body.items.map((item: Reply['body']) => item.file.id)
const download = (item: Reply['body'], headers = {}) =>
  fetch(reachable(till, item.file.download.url), { redirect: 'manual', headers })
const list = async (client: Client) => (await client.must(client.get(url))).items

describe('GET /v1/customer-portal/downloadables/', () => {
  it('200: own files in their order, each under an id that stays; and nobody else’s', async () => {
    const files = [
      await makeFile(till, shop),
      await makeFile(till, shop, Buffer.from('a manual'), { name: 'manual.pdf' }),
    ]
    const { productId, benefit } = await sellFiles(files)
    const { buyer } = await purchase(till, productId, { customer_email: newEmail() })
    const stranger = await purchase(till, productId, { customer_email: newEmail() })
    const { status, body } = await buyer.get(url)
    expect(status).toBe(200)
    expect(filesIn(body)).toEqual(files.map(({ id }) => id))
    expect(body.pagination).toEqual({ total_count: 2, max_page: 1 })
    expect(body.items[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      benefit_id: benefit.id,
      file: expect.objectContaining({
        id: files[1].id,
        name: 'manual.pdf',
        size: 8,
        is_uploaded: true,
        service: 'downloadable',
        download: {
          url: expect.stringMatching(/^http:\/\/till\.example\.com\/v1\/customer-portal\/downloadables\/[\w-]+$/),
          headers: {},
          expires_at: expect.any(String),
        },
      }),
    })
    expect(Date.parse(body.items[0].file.download.expires_at) - Date.now()).toBeGreaterThan(3_500_000)
    expect(idsIn((await buyer.get(url)).body)).toEqual(idsIn(body))
    expect(new Set([...idsIn(body), ...idsIn((await stranger.buyer.get(url)).body)]).size).toBe(4)
  })

  it('200: pages, and filters by benefit and organization', async () => {
    const customer = await makeCustomer(till, shop)
    const sold = [await sellFiles([await makeFile(till, shop)]), await sellFiles([await makeFile(till, shop)])]
    for (const { productId } of sold) await purchase(till, productId, { customer_id: customer.id })
    const client = await signIn(till, customer.id)
    const found = async (query: string) => (await client.get(`${url}?${query}`)).body
    expect((await found('limit=1&page=2')).items).toMatchObject([{ benefit_id: sold[0]?.benefit.id }])
    expect(await found('limit=1&page=9')).toEqual({ items: [], pagination: { total_count: 2, max_page: 2 } })
    expect((await found(`benefit_id=${sold[0]?.benefit.id}`)).pagination.total_count).toBe(1)
    expect((await found(`organization_id=${(await makeOrganization(till)).id}`)).items).toEqual([])
  })

  it('200: what the seller adds, archives and deletes counts at once', async () => {
    const files = [await makeFile(till, shop), await makeFile(till, shop), await makeFile(till, shop)]
    const { productId, benefit } = await sellFiles(files.slice(0, 2))
    const { buyer } = await purchase(till, productId, { customer_email: newEmail() })
    const now = async () => filesIn((await buyer.get(url)).body)
    const properties = { files: files.map(({ id }) => id), archived: { [files[0].id]: true } }
    await till.owner.must(till.owner.patch(`/v1/benefits/${benefit.id}`, { type: 'downloadables', properties }))
    expect(await now()).toEqual([files[1].id, files[2].id])
    await till.owner.must(till.owner.delete(`/v1/files/${files[1].id}`))
    expect(await now()).toEqual([files[2].id])
  })

  it('200: only files that are there, of benefits that are granted', async () => {
    const file = await makeFile(till, shop)
    const { productId } = await sellFiles([file], makeRecurringProduct)
    const { buyer, order } = await purchase(till, productId, { customer_email: newEmail() })
    expect(await list(buyer)).toHaveLength(1)
    const announced = await announceFile(till, shop, Buffer.from('later'))
    await till.sql`
      update benefits set properties = jsonb_set(properties, '{files}', properties -> 'files' || to_jsonb(${announced.id}::text))
      where id = (select benefit_id from benefit_grants where subscription_id = ${order.subscription_id})`
    expect(await list(buyer)).toHaveLength(1)
    await till.owner.must(till.owner.delete(`/v1/subscriptions/${order.subscription_id}`))
    expect(await list(buyer)).toEqual([])
  })

  it('200: the session of a purchase shows the files of that purchase, whoever’s address was typed', async () => {
    const email = newEmail()
    const [earlier, later] = [
      await sellFiles([await makeFile(till, shop)]),
      await sellFiles([await makeFile(till, shop)]),
    ]
    await purchase(till, earlier.productId, { customer_email: email })
    const { buyer, customerId } = await purchase(till, later.productId, { customer_email: email })
    expect(await list(buyer)).toMatchObject([{ benefit_id: later.benefit.id }])
    expect(await list(await signIn(till, customerId))).toHaveLength(2)
  })

  it('422: a benefit that is no id', async () => {
    const client = await signIn(till, (await makeCustomer(till, shop)).id)
    const { status, body } = await client.get(`${url}?benefit_id=x`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['query', 'benefit_id', 0])
  })
})

describe('the link of a download', () => {
  async function buyFile(bytes = Buffer.from('a tape machine'), make = makeProduct) {
    const file = await makeFile(till, shop, bytes, { name: 'tape machine.zip' })
    const sold = await sellFiles([file], make)
    const bought = await purchase(till, sold.productId, { customer_email: newEmail() })
    const [item] = await list(bought.buyer)
    return { ...bought, ...sold, file, item }
  }

  /** What its link stands for. */
  async function linkedOf(item: Reply['body'], file: Reply['body']) {
    const [grant] = await till.sql<{ id: string }[]>`
      select id from benefit_grants where benefit_id = ${item.benefit_id}`
    return { grantId: grant?.id ?? '', fileId: file.id }
  }

  it('302: leads to the bytes, without a token', async () => {
    const { item } = await buyFile(Buffer.from('the very bytes'))
    const response = await download(item)
    expect(response.status).toBe(302)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const bytes = await fetch(reachable(till, response.headers.get('location') ?? ''))
    expect(bytes.status).toBe(200)
    expect(await bytes.text()).toBe('the very bytes')
    expect(bytes.headers.get('content-disposition')).toContain('attachment; filename="tape machine.zip"')
  })

  it('200: tells a program that asks for JSON where the bytes are', async () => {
    const { item } = await buyFile()
    const response = await download(item, { accept: 'application/json' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: item.id, file: { id: item.file.id } })
    const browser = await download(item, { accept: 'text/html,application/json;q=0.9' })
    expect(browser.status).toBe(302)
  })

  it('404: as soon as the benefit is revoked, or the file is archived or deleted', async () => {
    const subscribed = await buyFile(undefined, makeRecurringProduct)
    await till.owner.must(till.owner.delete(`/v1/subscriptions/${subscribed.order.subscription_id}`))
    const archived = await buyFile()
    const properties = { files: [archived.file.id], archived: { [archived.file.id]: true } }
    await till.owner.must(
      till.owner.patch(`/v1/benefits/${archived.benefit.id}`, { type: 'downloadables', properties }),
    )
    const deleted = await buyFile()
    await till.owner.must(till.owner.delete(`/v1/files/${deleted.file.id}`))
    const gone = await buyFile()
    await till.owner.must(till.owner.delete(`/v1/customers/${gone.customerId}`))
    for (const { item } of [subscribed, archived, deleted, gone]) {
      const response = await download(item)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'ResourceNotFound' })
    }
  })

  it('404: a link that we did not make, or made for something else', async () => {
    const { item, file } = await buyFile()
    const linked = await linkedOf(item, file)
    const end = new Date(Date.now() + 60_000)
    const other = sealLink(new SecretBox('another key'), linked, end)
    const foreign = await makeFile(till, (await makeOrganization(till)).id)
    const crossed = sealLink(box, { ...linked, fileId: foreign.id }, end)
    const anything = box.seal('file-download 99999999999999 x').toString('base64url')
    for (const link of ['x', other, crossed, anything, `${item.file.download.url.split('/').at(-1)}x`]) {
      expect((await till.anonymous.get(url + link)).status).toBe(404)
    }
  })

  it('410: after an hour', async () => {
    const { item, file } = await buyFile()
    const linked = await linkedOf(item, file)
    expect(downloadableId(linked)).toBe(item.id)
    const { status, body } = await till.anonymous.get(url + sealLink(box, linked, new Date(Date.now() - 1)))
    expect([status, body.code]).toEqual([410, 'link_expired'])
  })

  it('200: a link tells of itself and not of a longer one', async () => {
    const { item, file } = await buyFile()
    const linked = await linkedOf(item, file)
    const end = new Date(Date.now() + 60_000)
    const asked = { file: { download: { url: till.url + url + sealLink(box, linked, end) } } }
    const answer = (await (await download(asked, { accept: 'application/json' })).json()) as Reply['body']
    const told = answer.file.download
    expect(told.expires_at).toBe(end.toISOString())
    expect(openLink(box, told.url.split('/').at(-1), new Date())).toEqual({ ...linked, expiresAt: end })
  })

  it('302: to an address that is good for five minutes, because it does not end with the grant', async () => {
    const { item } = await buyFile()
    const location = (await download(item)).headers.get('location') ?? ''
    const [, end] = box.open(Buffer.from(location.split('/').at(-1) ?? '', 'base64url')).split(' ')
    expect(Number(end) - Date.now()).toBeGreaterThan(200_000)
    expect(Number(end) - Date.now()).toBeLessThanOrEqual(300_000)
  })

  it('405: anything but reading', async () => {
    const { item } = await buyFile()
    const { status, headers } = await till.anonymous.delete(new URL(item.file.download.url).pathname)
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
