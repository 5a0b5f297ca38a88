import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addMilliseconds } from '../../kernel/time.ts'
import type { DemoClock } from './demo-clock.ts'
import { DAYS, makeSales } from './make-sales.ts'
import { openShop, type Shop } from './open-shop.ts'
import { Seller, type WithId } from './seller.ts'

export interface FilledInstance {
  readonly shop: Shop
  readonly orders: number
  readonly customers: number
  readonly declines: number
  /** A checkout that waits for a buyer. */
  readonly checkoutUrl: string
  /** A key in use, with what a program on that machine would send. */
  readonly validation: { readonly key: string; readonly organization_id: string; readonly activation_id: string }
}

/** A shop with a past, through the very calls that sellers and buyers make. */
export async function fillInstance(app: FastifyInstance, token: string, clock: DemoClock): Promise<FilledInstance> {
  const seller = new Seller(app, token)
  clock.standAt(addMilliseconds(new Date(), -(DAYS + 1) * 86_400_000))
  const shop = await openShop(seller)
  const { declines } = await makeSales(seller, shop, clock)
  clock.letGo()
  await startMails(seller, shop)
  const { url } = await seller.post<{ url: string }>('/v1/checkouts/custom/', { product_id: shop.products.plugin })
  return {
    shop,
    declines,
    orders: await count(seller, 'orders', shop),
    customers: await count(seller, 'customers', shop),
    checkoutUrl: url,
    validation: await activateOneKey(seller, shop),
  }
}

/** Receipts from now on. What was sold until now must have got its number before, or it would be told of too. */
async function startMails(seller: Seller, { organizationId }: Shop): Promise<void> {
  const { items } = await seller.get<{ items: WithId[] }>(`/v1/orders/?organization_id=${organizationId}&limit=1`)
  const told = `/v1/events/?organization_id=${organizationId}&type=order.paid&object_id=${items[0]?.id}`
  while ((await seller.get<{ items: WithId[] }>(told)).items.length === 0) await sleep(20)
  await seller.patch(`/v1/organizations/${organizationId}`, { mail_settings: { order_receipts: true } })
}

async function count(seller: Seller, list: 'orders' | 'customers', { organizationId }: Shop): Promise<number> {
  const answer = await seller.get<{ pagination: { total_count: number } }>(
    `/v1/${list}/?organization_id=${organizationId}&limit=1`,
  )
  return answer.pagination.total_count
}

async function activateOneKey(seller: Seller, { organizationId }: Shop) {
  const { items } = await seller.get<{ items: { key: string }[] }>(
    `/v1/license-keys?organization_id=${organizationId}&limit=1`,
  )
  const held = { key: items[0]?.key ?? '', organization_id: organizationId }
  const path = '/v1/customer-portal/license-keys/activate'
  const { id } = await seller.post(path, { ...held, label: 'Studio computer' })
  return { ...held, activation_id: id }
}
