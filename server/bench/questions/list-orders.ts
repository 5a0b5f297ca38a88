import { type Contest, contestOf, type Question } from '../question.ts'
import { askOnce, requireSameAnswers } from '../same-answers.ts'
import type { Shop } from '../shop.ts'

const path = '/v1/orders/'

/** The ten newest with the exact total, in shops of different sizes. */
export async function listOrders(shops: readonly Shop[], bare: number): Promise<Question> {
  const contests = [...shops.map((shop) => withFloors(shop, bare)), ...shops.map(byOwner)]
  return { name: 'list orders', contests: await Promise.all(contests) }
}

async function withFloors(shop: Shop, bare: number): Promise<Contest> {
  const ask = { method: 'GET', path, token: shop.catalog.token } as const
  const ports = { till: shop.till.port, plain: shop.plainPort, bare }
  const bytes = await requireSameAnswers(ask, ports.till, ports.plain)
  requireTotal(bytes.body, shop.orders)
  return contestOf(contestName(shop.orders, 'organization'), { kind: 'requests', asks: [ask] }, ports, bytes)
}

/** A personal token reads all organizations of its user: another statement, which must not slow down either. */
async function byOwner(shop: Shop): Promise<Contest> {
  const ask = { method: 'GET', path, token: shop.ownerToken } as const
  const { port } = shop.till
  requireTotal((await askOnce(port, ask)).body, shop.orders)
  const plan = { kind: 'requests', asks: [ask] } as const
  return {
    name: contestName(shop.orders, 'owner'),
    unit: 'requests',
    till: { server: 'till', port, plan },
    floors: [],
  }
}

export const TOKEN_HOLDERS = ['organization', 'owner'] as const

export function contestName(orders: number, tokenOf: (typeof TOKEN_HOLDERS)[number]): string {
  return `list orders, ${orders.toLocaleString('en-US')}${tokenOf === 'owner' ? ", owner's token" : ''}`
}

function requireTotal(body: string, orders: number): void {
  const { pagination } = JSON.parse(body) as { pagination: { total_count: number } }
  if (pagination.total_count !== orders) throw new Error(`total_count is ${pagination.total_count}, not ${orders}`)
}
