import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/entry/openapi.ts'
import type { Route } from '../../src/platform/http/route.ts'
import type { ApiDocument } from '../../src/platform/openapi/document.ts'
import { operationsOf } from '../../src/platform/openapi/operations-of.ts'
import { pathOf } from '../contract/isolation-map.ts'
import type { Client, Reply } from '../support/client.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type GuardedShop, openGuardedShop, rowsNaming, settled } from '../support/two-shops.ts'
import { credentialOf } from './credential-of.ts'
import { expand, type Shape } from './fuzz/schema.ts'
import { flat, intruders, MARKS, TRACES, withIntruders } from './intruding-fields.ts'
import { Tables } from './tables.ts'
import { validBody } from './valid-body.ts'

let till: TestTill
let shop: GuardedShop
let tables: Tables
let document: ApiDocument
/** Every name under which a table keeps something. */
let columns: string[]

beforeAll(async () => {
  till = await startTill()
  shop = await openGuardedShop(till)
  document = openApiDocument(till.till.routes)
  const rows = await till.sql<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`
  columns = rows.map(({ name }) => name)
  await settled(till)
  tables = await Tables.keep(till.sql)
}, 60_000)
afterAll(() => till.stop())

interface Writing {
  readonly name: string
  readonly route: Route
  readonly caller: Client
  readonly path: string
  readonly shape: Shape
  readonly body: object
}

/** Every operation with a body; a new one needs no line here. */
function writings(): Writing[] {
  return operationsOf(document).flatMap((operation) => {
    const schema = operation.requestBody?.content['application/json'].schema
    const route = till.till.routes.find(({ spec }) => spec.operationId === operation.operationId)
    if (!schema || !route) return []
    const credential = credentialOf(route, till, shop)
    return {
      name: `${operation.method} ${operation.path}`,
      route,
      caller: credential === undefined ? till.anonymous : till.as(credential),
      path: pathOf(route, shop),
      shape: expand(document, schema),
      body: validBody(route, shop),
    }
  })
}

/** On the tables as they were kept. */
async function send({ route, caller, path }: Writing, body: unknown, headers = {}): Promise<Reply> {
  await tables.restore()
  return caller.send(route.spec.method, path, body, headers)
}

function fieldsFor(shape: Shape, answer: unknown): Record<string, unknown> {
  const seen = typeof answer === 'object' && answer !== null ? Object.keys(answer) : []
  return intruders(
    shape,
    new Set([...columns, ...seen, 'role', 'user_id', 'organization', 'scopes', 'is_admin']),
    answer,
  )
}

async function walk(chosen: readonly Writing[], look: (writing: Writing) => Promise<string[]>): Promise<void> {
  expect(chosen.length).toBeGreaterThan(0)
  const found: string[] = []
  for (const writing of chosen) found.push(...(await look(writing)).map((fault) => `${writing.name}: ${fault}`))
  expect(found).toEqual([])
}

describe('fields that a request has no right to set', () => {
  it('make no difference to what is answered, and leave no trace in any table', { timeout: 120_000 }, async () => {
    await walk(writings(), async (writing) => {
      const once = await send(writing, writing.body)
      if (once.status !== writing.route.spec.status) return [`does not work without them: ${JSON.stringify(once.body)}`]
      const again = flat((await send(writing, writing.body)).body)
      const intruding = withIntruders(writing.shape, writing.body, (shape) => fieldsFor(shape, once.body))
      const hijacked = await send(writing, intruding)
      if (hijacked.status !== once.status) return [`answers ${hijacked.status} ${JSON.stringify(hijacked.body)}`]
      const traces = Object.entries(await rowsNaming(till, TRACES)).filter(([, hash]) => hash !== NOTHING)
      return [
        ...differences(flat(once.body), again, flat(hijacked.body)),
        ...traces.map(([table]) => `leaves a trace in ${table}`),
      ]
    })
  })

  it('alone change nothing at all', { timeout: 60_000 }, async () => {
    const updates = writings().filter(({ route, shape }) => route.spec.method === 'PATCH' && !shape.required?.length)
    await walk(updates, async (writing) => {
      const { body } = await send(writing, {})
      const { status } = await send(writing, fieldsFor(writing.shape, body))
      const changed = await tables.changed()
      return [...(status === 200 ? [] : [`answers ${status}`]), ...changed.map((table) => `changes ${table}`)]
    })
  })

  it('422: with Prefer: handling=strict, each at its place', { timeout: 60_000 }, async () => {
    await walk(writings(), async (writing) => {
      const intruding = withIntruders(writing.shape, writing.body, () => ({
        is_admin: true,
        payments_mode: MARKS.text,
      }))
      const { status, body } = await send(writing, intruding, { prefer: 'handling=strict' })
      const places: string[] = status === 422 ? body.detail.map((issue: { loc: string[] }) => issue.loc.join('.')) : []
      const changed = await tables.changed()
      return [
        ...changed.map((table) => `changes ${table}`),
        ...(places.includes('body.is_admin') ? [] : [`answers ${status} with ${places.join(' ')}`]),
      ]
    })
  })
})

const NOTHING = 'd41d8cd98f00b204e9800998ecf8427e'

/** What differs already between two plain requests, such as ids and times, may differ again, but never as asked. */
function differences(
  once: Map<string, unknown>,
  again: Map<string, unknown>,
  hijacked: Map<string, unknown>,
): string[] {
  return [...hijacked].flatMap(([path, value]) => {
    if (Object.values(MARKS).includes(value as never)) return [`answers ${path} as it was told`]
    const isVolatile = once.get(path) !== again.get(path)
    return isVolatile || once.get(path) === value ? [] : [`answers ${path} with ${value} instead of ${once.get(path)}`]
  })
}
