import { CHECKOUTS } from '../load/purchase.ts'
import type { Ask } from '../load/request.ts'
import { contestOf, type Question } from '../question.ts'
import { requireSameAnswers } from '../same-answers.ts'
import type { Shop } from '../shop.ts'

const MANY = 1000

/** GET /v1/checkouts/custom/{id} with a token, for many different checkouts. */
export async function getCheckout(shop: Shop, bare: number): Promise<Question> {
  const rows = await shop.sql.till<{ id: string }[]>`select id from checkouts order by md5(id::text) limit ${MANY}`
  const asks = rows.map(({ id }): Ask => ({ method: 'GET', path: CHECKOUTS + id, token: shop.catalog.token }))
  const ports = { till: shop.till.port, plain: shop.plainPort, bare }
  const [bytes] = await Promise.all(asks.slice(0, 5).map((ask) => requireSameAnswers(ask, ports.till, ports.plain)))
  if (!bytes) throw new Error('the shop has no checkouts')
  const name = 'get checkout'
  return { name, contests: [contestOf(name, { kind: 'requests', asks }, ports, bytes)] }
}
