import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { freePort, makeFolder, spawnTill, type TillProcess } from '../support/process.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')
const TOKEN = 'a-token-of-the-owner-for-the-clean-clone'

let folder: { path: string; remove(): Promise<void> }
let till: TillProcess
beforeAll(async () => {
  folder = await makeFolder()
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', REPOSITORY, join(folder.path, 'till')])
  till = spawnTill({
    port: await freePort(),
    folder: join(folder.path, 'till'),
    command: ['npm', 'start'],
    env: { TILL_ADMIN_TOKEN: TOKEN },
  })
  await till.ready(240_000)
}, 300_000)
afterAll(async () => {
  till.kill('SIGTERM')
  await till.ended()
  await folder.remove()
}, 60_000)

it('npm start on a clean clone of this commit makes a sale', async () => {
  const seller = new Client(till.url, TOKEN)
  const buyer = new Client(till.url)
  const shop = await seller.must(seller.post('/v1/organizations/', { name: 'Fresh Shop', slug: 'fresh-shop' }))
  const benefit = await seller.must(
    seller.post('/v1/benefits/', { organization_id: shop.id, type: 'license_keys', description: 'A key' }),
  )
  const product = await seller.must(
    seller.post('/v1/products/', {
      organization_id: shop.id,
      name: 'Plug-in',
      prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }],
    }),
  )
  await seller.must(seller.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] }))
  const checkout = await seller.must(seller.post('/v1/checkouts/custom/', { product_id: product.id }))
  expect((await fetch(checkout.url)).status).toBe(200)
  const confirm = `/v1/checkouts/custom/client/${checkout.client_secret}/confirm`
  const confirmed = await buyer.must(buyer.post(confirm, { customer_email: 'first@example.com' }))
  expect(confirmed.status).toBe('confirmed')
  const orders = await seller.must(seller.get('/v1/orders/'))
  expect(orders.pagination.total_count).toBe(1)
  const keys = await seller.must(seller.get('/v1/license-keys'))
  const ask = { key: keys.items[0].key, organization_id: shop.id }
  expect((await buyer.post('/v1/customer-portal/license-keys/validate', ask)).status).toBe(200)
})
