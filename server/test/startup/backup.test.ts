import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Client, type Reply } from '../support/client.ts'
import { announcement, sha256 } from '../support/file-factories.ts'
import { freePort, makeFolder, spawnTill, type TillProcess } from '../support/process.ts'

const TOKEN = 'a-token-of-the-owner-for-backup-tests'
const PICTURE = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

let folder: { path: string; remove(): Promise<void> }
let running: TillProcess[]
beforeEach(async () => {
  folder = await makeFolder()
  running = []
})
afterEach(async () => {
  for (const till of running) till.kill('SIGTERM')
  for (const till of running) await till.ended()
  await folder.remove()
})

async function run(dataDir: string, ...words: string[]): Promise<TillProcess> {
  const command = ['node', 'scripts/till.mjs', ...words]
  const till = spawnTill({ port: await freePort(), env: { TILL_DATA_DIR: dataDir, TILL_ADMIN_TOKEN: TOKEN }, command })
  running.push(till)
  return till
}

async function serve(dataDir: string): Promise<Client> {
  const till = await run(dataDir, 'start')
  await till.ready()
  return new Client(till.url, TOKEN)
}

async function sell(client: Client, productId: string): Promise<void> {
  const checkout = await client.must(client.post('/v1/checkouts/custom/', { product_id: productId }))
  const bought = { customer_email: 'ada@example.com', confirmation_token_id: 'ctoken_test_success' }
  await client.must(client.post(`/v1/checkouts/custom/client/${checkout.client_secret}/confirm`, bought))
}

/** A product with a license key, and a picture. */
async function fill(client: Client): Promise<{ productId: string; organizationId: string; picture: Reply['body'] }> {
  const shop = await client.must(client.post('/v1/organizations/', { name: 'Tapes', slug: 'tapes' }))
  const product = await client.must(
    client.post('/v1/products/', {
      organization_id: shop.id,
      name: 'Tape',
      prices: [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }],
    }),
  )
  const benefit = await client.must(
    client.post('/v1/benefits/', {
      organization_id: shop.id,
      type: 'license_keys',
      description: 'A key',
      properties: {},
    }),
  )
  await client.must(client.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] }))
  const about = { name: 'tape.svg', mime_type: 'image/svg+xml', service: 'product_media', organization_id: shop.id }
  const file = await client.must(client.post('/v1/files/', announcement(PICTURE, about)))
  const { id, path, parts } = file.upload
  const sent = await fetch(parts[0].url, { method: 'PUT', body: PICTURE })
  const arrived = [{ number: 1, checksum_etag: sent.headers.get('etag'), checksum_sha256_base64: sha256(PICTURE) }]
  const picture = await client.must(client.post(`/v1/files/${id}/uploaded`, { id, path, parts: arrived }))
  return { productId: product.id, organizationId: shop.id, picture }
}

describe('the built-in Postgres', { timeout: 120_000 }, () => {
  it('is backed up while the server runs, and restored into an empty data folder, which sells on', async () => {
    const [first, second, file] = ['first', 'second', 'shop.till'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ]
    const client = await serve(first)
    const { productId, organizationId, picture } = await fill(client)
    await sell(client, productId)
    const backup = await run(first, 'backup', file, '--with-secrets')
    expect(await backup.ended(60_000)).toBe(0)
    expect(backup.output()).toContain(
      `Wrote ${file}: 1 organization, 1 product, 1 customer, 1 order, 0 subscriptions, 1 license key and 1 file (0 MB)`,
    )
    expect(await readdir(folder.path)).toEqual(['first', 'shop.till'])

    const refused = await run(first, 'restore', file)
    expect(await refused.ended(60_000)).toBe(1)
    expect(refused.output()).toMatch(/is not empty/)

    const restored = await run(second, 'restore', file)
    expect(await restored.ended(60_000)).toBe(0)
    expect(restored.output()).toMatch(/\nRestored 1 organization, .* 1 license key and 1 file \(0 MB\)\n/)
    expect(restored.output()).toContain(`The books of ${second} are in order`)
    expect(await readFile(join(second, 'secret.key'), 'utf8')).toBe(await readFile(join(first, 'secret.key'), 'utf8'))

    const copy = await serve(second)
    await sell(copy, productId)
    const { items, pagination } = await copy.must(copy.get(`/v1/license-keys/?organization_id=${organizationId}`))
    expect(pagination.total_count).toBe(2)
    for (const { key } of items) {
      const asked = { key, organization_id: organizationId }
      const valid = await copy.must(copy.post('/v1/customer-portal/license-keys/validate', asked))
      expect(valid.status).toBe('granted')
    }
    const { port } = new URL(running.at(-1)?.url ?? '')
    const address = new URL(picture.public_url)
    address.port = port
    expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(PICTURE)).toBe(true)
    // The first one goes on by itself.
    const orders = await client.must(client.get(`/v1/orders/?organization_id=${organizationId}`))
    expect(orders.pagination.total_count).toBe(1)
  })
})
