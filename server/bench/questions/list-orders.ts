import { contestOf, type Question } from '../question.ts'
import { requireSameAnswers } from '../same-answers.ts'
import type { Shop } from '../shop.ts'

/** GET /v1/orders/: the ten newest with the exact total, in shops of different sizes. */
export async function listOrders(shops: readonly Shop[], bare: number): Promise<Question> {
  const contests = await Promise.all(
    shops.map(async (shop) => {
      const ask = { method: 'GET', path: '/v1/orders/', token: shop.token } as const
      const ports = { till: shop.till.port, plain: shop.plainPort, bare }
      const bytes = await requireSameAnswers(ask, ports.till, ports.plain)
      requireTotal(bytes.body, shop.orders)
      return contestOf(contestName(shop.orders), { kind: 'requests', asks: [ask] }, ports, bytes)
    }),
  )
  return { name: 'list orders', contests }
}

export function contestName(orders: number): string {
  return `list orders, ${orders.toLocaleString('en-US')}`
}

function requireTotal(body: string, orders: number): void {
  const { pagination } = JSON.parse(body) as { pagination: { total_count: number } }
  if (pagination.total_count !== orders) throw new Error(`total_count is ${pagination.total_count}, not ${orders}`)
}
