import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { buildApp } from '../../src/platform/http/app.ts'
import { publicAccess, type Route, read } from '../../src/platform/http/route.ts'
import { silentLog } from '../../src/platform/log.ts'
import { transactionsOn } from '../../src/platform/postgres/transaction.ts'
import { createDatabase, type TestDatabase } from '../support/till.ts'

const broken = (path: string, run: () => Promise<{ name: string }>): Route =>
  read(
    {
      method: 'GET',
      path,
      operationId: path,
      tag: 'Tests',
      summary: 'Fails',
      access: publicAccess,
      status: 200,
      answer: Type.Object({ name: Type.String() }),
    },
    run,
  )

let database: TestDatabase
let app: ReturnType<typeof buildApp>
const logged: object[] = []

beforeAll(async () => {
  database = await createDatabase(1)
  app = buildApp({
    routes: [
      broken('/v1/throws', async () => {
        throw new Error('the password is hunter2')
      }),
      broken('/v1/throws-a-text', () => Promise.reject('the password is hunter2')),
      broken('/v1/forgets-a-key', async () => ({}) as { name: string }),
      broken('/v1/bad-sql', async () => {
        await database.sql`select * from hunter2`
        return { name: 'never' }
      }),
    ],
    db: { sql: database.sql, clock: systemClock },
    transactions: transactionsOn(database.sql, systemClock),
    authenticate: () => Promise.reject(new Error('not asked')),
    authenticateCustomer: () => Promise.reject(new Error('not asked')),
    authenticateAnybody: () => Promise.reject(new Error('not asked')),
    box: new SecretBox('a secret key for tests, and for nothing else'),
    limiter: null,
    log: { ...silentLog, error: (fields) => logged.push(fields) },
    trustedProxies: 0,
    observe: () => {},
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

describe('500', () => {
  it.each(['/v1/throws', '/v1/throws-a-text', '/v1/forgets-a-key', '/v1/bad-sql'])(
    '%s: says nothing of what is inside; the log has it under the request id',
    async (url) => {
      const reply = await app.inject({ url })
      expect(reply.statusCode).toBe(500)
      expect(reply.json()).toEqual({
        error: 'InternalServerError',
        detail: expect.any(String),
        code: 'internal_error',
        request_id: reply.headers['x-request-id'],
      })
      expect(reply.body).not.toMatch(/hunter2|select|name"/)
      expect(logged.at(-1)).toMatchObject({ request_id: reply.headers['x-request-id'], route: url })
    },
  )
})
