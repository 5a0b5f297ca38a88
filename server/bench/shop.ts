import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/postgres/embedded/index.ts'
import { openPool, type Sql } from '../src/platform/postgres/pool.ts'
import { type Cleanup, freePort, nextMessage, startHelper } from './processes.ts'
import type { Programs } from './programs.ts'
import { Api } from './seed/api.ts'
import { type Catalog, makeCatalog } from './seed/catalog.ts'
import { makeSales } from './seed/sales.ts'
import { type RunningTill, startTill, type TillOptions } from './till.ts'

/** A shop of some size with everybody who serves it: Till, and the plain server on a copy of the same database. */
export interface Shop {
  readonly orders: number
  /** The owner's personal token. The organization's own is in the catalog. */
  readonly ownerToken: string
  readonly catalog: Catalog
  readonly till: RunningTill
  readonly plainPort: number
  /** The databases themselves, to look at what was written. */
  readonly sql: { readonly till: Sql; readonly plain: Sql }
}

const ADMIN_TOKEN = 'a token for the bench, and for nothing else'.replaceAll(' ', '-')
const BASE_URL = 'https://till.example.com'
const COPY = 'plain'

/** Fills the shop, stops everything, and starts it again: what is measured is a second start. */
export async function openShop(
  orders: number,
  folder: string,
  programs: Programs,
  cleanup: Cleanup,
  say: (line: string) => void,
): Promise<Shop> {
  const dataDir = join(folder, `shop-of-${orders}`)
  const options: TillOptions = {
    dataDir,
    adminToken: ADMIN_TOKEN,
    baseUrl: BASE_URL,
    command: programs.till,
    log: join(folder, `till-${orders}.log`),
  }
  say(`Filling a shop with ${orders.toLocaleString('en-US')} orders`)
  const catalog = await fill(orders, options, cleanup)
  const till = await startTill(options, cleanup)
  const postgres = await attach(dataDir, cleanup)
  const plainPort = await startPlain(postgres, programs, cleanup)
  const sql = {
    till: openPool(postgres.url, { connections: 1 }),
    plain: openPool(inDatabase(postgres.url, COPY), { connections: 1 }),
  }
  cleanup.add(() => Promise.all([sql.till.end({ timeout: 1 }), sql.plain.end({ timeout: 1 })]))
  return { orders, ownerToken: ADMIN_TOKEN, catalog, till, plainPort, sql }
}

async function fill(orders: number, options: TillOptions, cleanup: Cleanup): Promise<Catalog> {
  const first = await startTill(options, cleanup)
  const postgres = await attach(options.dataDir, cleanup)
  const catalog = await makeCatalog(new Api(first.port, options.adminToken))
  const sql = openPool(postgres.url, { connections: 1 })
  await makeSales(sql, catalog, orders)
  await sql.end()
  await first.stop()
  await copyDatabase(postgres.url)
  await postgres.stop()
  return catalog
}

/** The floor gets a database of its own: each server's writes, and Till's numbering of events, concern only itself. */
async function copyDatabase(url: string): Promise<void> {
  const sql = openPool(inDatabase(url, 'postgres'), { connections: 1 })
  const original = new URL(url).pathname.slice(1)
  await sql`create database ${sql(COPY)} template ${sql(original)} strategy file_copy`
  await sql.end()
}

async function attach(dataDir: string, cleanup: Cleanup): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  cleanup.add(() => postgres.stop())
  return postgres
}

async function startPlain(postgres: EmbeddedPostgres, programs: Programs, cleanup: Cleanup): Promise<number> {
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: inDatabase(postgres.url, COPY),
    DATABASE_SOCKET: postgres.socket ?? '',
    BASE_URL,
  }
  await nextMessage(startHelper(programs.plain, env, cleanup))
  return port
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
