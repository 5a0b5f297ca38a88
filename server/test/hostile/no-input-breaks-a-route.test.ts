import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApiDocument } from '../../src/entry/openapi.ts'
import { silentLog } from '../../src/platform/log.ts'
import type { ApiDocument } from '../../src/platform/openapi/document.ts'
import { operationsOf } from '../../src/platform/openapi/operations-of.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop, settled } from '../support/two-shops.ts'
import { credentialOf } from './credential-of.ts'
import { baseOf } from './fuzz/base-of.ts'
import { Dice } from './fuzz/dice.ts'
import { Wire } from './fuzz/exchange.ts'
import { faultsOf } from './fuzz/faults.ts'
import { attemptOn } from './fuzz/make-attempts.ts'
import { besiege } from './fuzz/siege.ts'
import { undescribedAddresses } from './mounted.ts'
import { Tables } from './tables.ts'

/** The same attempts every time, unless told otherwise: `npm run fuzz` goes on from seed to seed. */
const SEED = Number(process.env.TILL_FUZZ_SEED ?? 1)
const MINUTES = Number(process.env.TILL_FUZZ_MINUTES ?? 0)
const TIMES = { withBody: 24, without: 16 }

let till: TestTill
let shop: GuardedShop
let wire: Wire
let tables: Tables
let document: ApiDocument
const bugs: object[] = []

/** Work in the background that met with rows being put back: conflicts that only this test can make. */
function isDisturbed(fields: { readonly err?: { readonly code?: string }; readonly request_id?: string }): boolean {
  return (
    fields.request_id === undefined && ['40001', '40P01', '55P03', '23503', '23505'].includes(fields.err?.code ?? '')
  )
}

beforeAll(async () => {
  till = await startTill({ log: { ...silentLog, error: (fields) => isDisturbed(fields) || bugs.push(fields) } })
  shop = await openGuardedShop(till)
  document = openApiDocument(till.till.routes)
  wire = new Wire(till.url)
  await settled(till)
  tables = await Tables.keep(till.sql)
})
afterAll(async () => {
  wire.close()
  await till.stop()
})

/** Every operation that the description has; a new one needs no line here. */
async function besiegeAll(seed: number): Promise<string[]> {
  const found: string[] = []
  for (const operation of operationsOf(document)) {
    const route = till.till.routes.find(({ spec }) => spec.operationId === operation.operationId)
    if (!route) throw new Error(`no route is mounted for ${operation.operationId}`)
    const base = baseOf(operation, route, shop, document, credentialOf(route, till, shop))
    const times = base.body ? TIMES.withBody : TIMES.without
    found.push(...(await besiege({ wire, tables }, route, base, new Dice(seed, operation.operationId), times)))
    if ((await till.owner.get('/v1/organizations/')).status !== 200)
      found.push(`${operation.operationId}: silence after it`)
  }
  return found
}

/** Pages, assets, uploads, downloads: what is mounted beside the API, with names that lead nowhere and worse. */
async function besiegePages(seed: number): Promise<string[]> {
  const found: string[] = []
  for (const { pattern, methods } of undescribedAddresses(till)) {
    const dice = new Dice(seed, pattern)
    const [method = 'GET'] = methods
    const place = pattern.replace(/:\w+|\*/g, '{name}')
    const base = {
      method,
      path: place.replaceAll('{name}', 'x'),
      pattern: place,
      query: {},
      headers: {},
      body: null,
      known: {},
    }
    for (const attempt of Array.from({ length: TIMES.without }, () => attemptOn(base, dice))) {
      const faults = faultsOf(await wire.exchange(attempt), attempt.method, true)
      found.push(...faults.map((fault) => `${attempt.method} ${attempt.path}: ${fault}`))
    }
  }
  const changed = await tables.changed()
  return changed.length === 0 ? found : [...found, `pages have changed ${changed.join()}`]
}

it('no request is answered with 5xx or without the shape of errors, and none that is refused changes anything', {
  timeout: (MINUTES + 10) * 60_000,
}, async () => {
  const until = Date.now() + MINUTES * 60_000
  for (let seed = SEED; seed === SEED || Date.now() < until; seed += 1) {
    const found = [...(await besiegeAll(seed)), ...(await besiegePages(seed))]
    const report = [`TILL_FUZZ_SEED=${seed} finds the same again.`, ...found, ...bugs.map((bug) => inspect(bug))]
    expect(found.length + bugs.length, report.join('\n\n')).toBe(0)
  }
})
