import type { FastifyInstance } from 'fastify'
import { addMilliseconds } from '../../../kernel/time.ts'
import type { Sql } from '../../../platform/postgres/pool.ts'
import { StartupProblem } from '../../../platform/startup-problem.ts'
import type { DemoClock } from '../demo-clock.ts'
import { Seller } from '../seller.ts'
import { fillScale } from './fill-scale.ts'
import { type FirstShop, makeFirstSales, makeToken, SLUG } from './first-sales.ts'
import { DAYS } from './plan-shops.ts'
import { LARGE_CATALOGS, type ScaleSize, timeOf } from './size.ts'
import { summaryOf } from './summary.ts'

const DAY = 86_400_000

/** Somebody to look around as: the shop that sells most, one with a large catalog, and one that hardly sells. */
export interface ScaleTokens {
  readonly huge: ScaleShop
  readonly middle: ScaleShop
  readonly small: ScaleShop
}

export interface ScaleShop {
  readonly organizationId: string
  readonly token: string
}

export async function requireNoScale(sql: Sql): Promise<void> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from organizations where slug like ${`${SLUG}%`}`
  if ((row?.count ?? 0) === 0) return
  throw new StartupProblem(
    `The large data is here already: ${row?.count.toLocaleString('en-US')} organizations of it. To make it anew, use another data folder or another database.`,
  )
}

/** The first sales through the API, in a past that the clock is put to; everything else by set-based statements. */
export async function makeScale(
  app: FastifyInstance,
  token: string,
  clock: DemoClock,
  sql: Sql,
  size: ScaleSize,
  say: (line: string) => void,
): Promise<ScaleTokens> {
  const since = performance.now()
  const seller = new Seller(app, token)
  clock.standAt(addMilliseconds(new Date(), -DAYS * DAY))
  const first: FirstShop = await makeFirstSales(seller, size.products)
  clock.letGo()
  say(`Making ${size.orders.toLocaleString('en-US')} orders, which takes ${timeOf(size)}`)
  await fillScale(sql, size, first, say)
  say(await summaryOf(sql, (performance.now() - since) / 1000))
  return {
    huge: { organizationId: first.organizationId, token: first.token },
    middle: await shopToken(seller, LARGE_CATALOGS),
    small: await shopToken(seller, size.organizations),
  }
}

async function shopToken(seller: Seller, number: number): Promise<ScaleShop> {
  const { items } = await seller.get<{ items: { id: string }[] }>(`/v1/organizations/?slug=${SLUG}${number}`)
  const organizationId = items[0]?.id ?? ''
  return { organizationId, token: await makeToken(seller, organizationId) }
}

export function whereToLook({ huge, middle, small }: ScaleTokens, baseUrl: string): string[] {
  const shown: readonly (readonly [string, ScaleShop])[] = [
    ['The organization with two fifths of all orders', huge],
    ['One with a large catalog', middle],
    ['One that hardly sells', small],
  ]
  return [
    '',
    ...shown.flatMap(([what, { organizationId, token }]) => [what, `  id ${organizationId}`, `  token ${token}`]),
    '',
    'The owner sees all of them',
    '  export TILL_TOKEN=$(npm run --silent token)',
    `  curl -H "Authorization: Bearer $TILL_TOKEN" "${baseUrl}/v1/orders/?limit=5"`,
  ]
}
