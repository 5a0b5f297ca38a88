import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../src/kernel/actor.ts'
import { newId } from '../../src/kernel/ids.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { buildApp } from '../../src/platform/http/app.ts'
import { act, personalToken, type Route, token, write } from '../../src/platform/http/route.ts'
import { silentLog } from '../../src/platform/log.ts'
import { type Tx, transactionsOn } from '../../src/platform/postgres/transaction.ts'
import { createDatabase, type TestDatabase } from '../support/till.ts'

const [WRITABLE, READABLE] = [newId(), newId()]
const ACTOR: Actor = {
  kind: 'personal',
  tokenId: newId(),
  scopes: new Set(['orders:write']),
  expiresAt: null,
  userId: newId(),
  readOnlyIn: [READABLE],
  seesMany: false,
}
const EVENT = {
  type: 'order.created' as const,
  objectType: 'order',
  objectVersion: 1,
  data: {},
  previousAttributes: null,
}

/** The ways in which a write says whose things it changes, and one that says nothing. */
const SAYING: Readonly<Record<string, (tx: Tx, organizationId: string) => void>> = {
  '/v1/asks': (tx, organizationId) => tx.requireWriter(organizationId),
  '/v1/matches': (tx, organizationId) => tx.requireMatch({ version: 1, organizationId }),
  '/v1/emits': (tx, organizationId) => tx.emit({ ...EVENT, organizationId, objectId: newId() }),
}

const spec = (path: string) => ({
  method: 'POST' as const,
  path,
  operationId: path.slice(4),
  tag: 'Tests',
  summary: path,
  access: token('orders:write'),
  body: Type.Object({ organization_id: Type.String() }),
  status: 200 as const,
  answer: Type.Object({}),
})

const routes: Route[] = [
  ...Object.entries(SAYING).map(([path, say]) =>
    write(spec(path), async ({ tx, body }) => {
      await tx.sql`insert into instance (secret_key_check, created_at) values ('', now()) on conflict do nothing`
      say(tx, body.organization_id)
      return {}
    }),
  ),
  write(spec('/v1/forgets'), async ({ tx }) => {
    await tx.sql`insert into instance (secret_key_check, created_at) values ('', now()) on conflict do nothing`
    return {}
  }),
  write({ ...spec('/v1/own'), access: personalToken('orders:write') }, async () => ({})),
  act(spec('/v1/acts'), ({ transactions, body }) =>
    transactions.run(async (tx) => {
      tx.requireWriter(body.organization_id)
      return {}
    }),
  ),
]

let database: TestDatabase
let app: ReturnType<typeof buildApp>
const logged: unknown[] = []
beforeAll(async () => {
  database = await createDatabase(1)
  await database.sql`delete from instance`
  app = buildApp({
    routes,
    db: { sql: database.sql, clock: systemClock },
    transactions: transactionsOn(database.sql, systemClock),
    authenticate: async () => ACTOR,
    authenticateCustomer: () => Promise.reject(new Error('not asked')),
    authenticateAnybody: () => Promise.reject(new Error('not asked')),
    box: new SecretBox('a secret key for tests, and for nothing else'),
    limiter: null,
    log: { ...silentLog, error: (fields) => logged.push(fields) },
    trustedProxies: 0,
    patience: undefined,
    observe: () => {},
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const ask = (url: string, organizationId: string) =>
  app.inject({ method: 'POST', url, payload: { organization_id: organizationId } })

const rows = async () => (await database.sql`select from instance`).length

describe('a write', () => {
  it.each(Object.keys(SAYING))('%s: 403 where the caller may only read, and nothing is written', async (url) => {
    const reply = await ask(url, READABLE)
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ error: 'NotPermitted', code: 'read_only_member' })
    expect(await rows()).toBe(0)
  })

  it('that does not say whose things it writes is a bug for everybody, and writes nothing', async () => {
    const reply = await ask('/v1/forgets', WRITABLE)
    expect(reply.statusCode).toBe(500)
    expect(String((logged.at(-1) as { err: Error }).err.message)).toContain('forgets did not say whose things')
    expect(await rows()).toBe(0)
  })

  it('of what is a person’s own belongs to no organization', async () => {
    expect((await ask('/v1/own', READABLE)).statusCode).toBe(200)
  })

  it('that takes care of its transactions itself is held back too', async () => {
    expect((await ask('/v1/acts', READABLE)).statusCode).toBe(403)
    expect((await ask('/v1/acts', WRITABLE)).statusCode).toBe(200)
  })

  it.each(['/v1/asks', '/v1/matches'])('%s: 200 elsewhere', async (url) => {
    expect((await ask(url, WRITABLE)).statusCode).toBe(200)
    expect(await rows()).toBe(1)
  })
})
