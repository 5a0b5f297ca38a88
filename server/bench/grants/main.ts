import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Sql } from '../../src/platform/postgres/pool.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'
import { makeCrowd } from '../../test/support/crowd.ts'
import type { Check } from '../checks.ts'
import { attach, loneTill } from '../lone-till.ts'
import type { Cleanup } from '../processes.ts'
import type { Programs } from '../programs.ts'
import { checksText, machineOf, machineText } from '../report.ts'
import { Api } from '../seed/api.ts'
import { makeCatalog } from '../seed/catalog.ts'
import { type RunningTill, startTill, type TillOptions } from '../till.ts'
import { type Review, reviewsText, stateOf, watchReview } from './watch-review.ts'

export const GRANTS_USAGE = `npm run bench -- --grants [OPTIONS]

  --buyers N         orders of the product whose benefits change (100000)
`

const FLAGS = { grants: { type: 'boolean' }, buyers: { type: 'string', default: '100000' } } as const

type Say = (line: string) => void

/** How long it takes until a change of a product's benefits has reached everybody who bought it. */
export async function benchGrants(
  args: readonly string[],
  programs: Programs,
  cleanup: Cleanup,
  print: Say,
  say: Say,
): Promise<number> {
  const buyers = buyersOf(args)
  const load = loadavg()[0] ?? 0
  const options = await loneTill(programs, cleanup)
  let till = await startTill(options, cleanup)
  const sql = await attach(options.dataDir, cleanup)
  say(`Selling a product ${buyers.toLocaleString('en-US')} times`)
  const shop = await fill(new Api(till.port, options.adminToken), sql, buyers)
  const reviews: Review[] = []
  const review = async (name: string, begin: () => Promise<unknown>) => {
    say(`Reviewing: ${name}`)
    const since = await stateOf(sql)
    await begin()
    reviews.push(await watchReview(name, since, sql, new Api(till.port, options.adminToken), shop.productId))
  }
  const give = (...benefits: string[]) =>
    new Api(till.port, options.adminToken).post(`/v1/products/${shop.productId}/benefits`, { benefits })
  await review('a license key for everybody', () => give(shop.noteId, shop.keyId))
  await review('taken away', () => give(shop.noteId))
  await review('given back, with a kill -9 in the middle', async () => {
    await give(shop.noteId, shop.keyId)
    till = await killAndStart(till, sql, options, cleanup)
  })
  await review('nothing to do', () => insertReview(sql, shop.productId))
  const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const checks = [await checkBooks(sql, shop.productId)]
  print(`\n${machineText(machineOf(version?.version ?? '', load))}\n\n${reviewsText(reviews)}\n\n${checksText(checks)}`)
  return checks.every(({ passed }) => passed) ? 0 : 1
}

function buyersOf(args: readonly string[]): number {
  try {
    return Number(parseArgs({ args: [...args], options: FLAGS }).values.buyers)
  } catch (error) {
    throw new StartupProblem(`${(error as Error).message}\n\n${GRANTS_USAGE}`)
  }
}

interface SoldProduct {
  readonly productId: string
  readonly noteId: string
  readonly keyId: string
}

async function fill(api: Api, sql: Sql, buyers: number): Promise<SoldProduct> {
  const { organizationId: organization_id, product, benefitId: keyId } = await makeCatalog(api)
  const note = { organization_id, type: 'custom', description: 'A letter of thanks' }
  const { id: noteId } = await api.post('/v1/benefits/', note)
  await api.post(`/v1/products/${product.id}/benefits`, { benefits: [noteId] })
  const checkout = { product_id: product.id, customer_email: 'ada@example.com' }
  const { client_secret } = await api.post<{ client_secret: string }>('/v1/checkouts/custom/', checkout)
  await api.post(`/v1/checkouts/custom/client/${client_secret}/confirm`, {})
  const [order] = await sql<{ id: string }[]>`select id from orders`
  await makeCrowd(sql, 'orders', order?.id ?? '', buyers - 1)
  await sql`vacuum analyze`
  return { productId: product.id, noteId, keyId }
}

/** As a machine that fails would end it: in the middle of a batch, most likely. */
async function killAndStart(till: RunningTill, sql: Sql, options: TillOptions, cleanup: Cleanup): Promise<RunningTill> {
  const isUnderWay = () => sql`select from grant_reviews where after_at > '-infinity'`
  while ((await isUnderWay()).length === 0) {}
  process.kill(till.pid, 'SIGKILL')
  return startTill(options, cleanup)
}

async function insertReview(sql: Sql, productId: string): Promise<void> {
  await sql`insert into grant_reviews (created_at, product_id, worked_at) values (now(), ${productId}, now())`
}

/** Everybody has exactly what the product has, and every change was announced once. */
async function checkBooks(sql: Sql, productId: string): Promise<Check> {
  const [row] = await sql<{ wrong: number; doubled: number }[]>`
    select
      (select count(*)::int from orders o where o.product_id = ${productId} and (
        select count(*) from benefit_grants g left join license_keys k on k.grant_id = g.id
        where g.order_id = o.id and g.is_granted and coalesce(k.status, 'granted') = 'granted') <> 2) as wrong,
      (select count(*)::int from (
        select from events where object_type in ('benefit_grant', 'license_key')
        group by object_id, object_version, type having count(*) > 1) d) as doubled`
  const found = `${row?.wrong} orders with other benefits than their product, ${row?.doubled} events twice`
  return { what: 'the books', found, passed: row?.wrong === 0 && row.doubled === 0 }
}
