import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSecret } from '../../src/kernel/secrets.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { openPool } from '../../src/platform/postgres/pool.ts'
import { SQL_DIR, startTillOn, type TestTill } from '../support/till.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let door: Server
let doorPort: number
let till: TestTill

const launch = () => startEmbeddedPostgres({ dataDir, say: () => {}, durable: false })

/** A server that is started again gets another port; a pool knows one address only. */
function openDoor(port = 0): Promise<Server> {
  const server = createServer((client) => {
    const inside = connect(Number(new URL(postgres.url).port), '127.0.0.1')
    client.pipe(inside).pipe(client)
    inside.on('error', () => client.destroy())
    client.on('error', () => inside.destroy())
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'till-away-'))
  await chmod(dataDir, 0o755)
  postgres = await launch()
  door = await openDoor()
  const url = new URL(postgres.url)
  doorPort = (door.address() as AddressInfo).port
  url.port = String(doorPort)
  const sql = openPool(url.href, { connections: 4 })
  await migrate(sql, SQL_DIR)
  till = await startTillOn({ url: url.href, sql, drop: () => sql.end({ timeout: 1 }) })
}, 60_000)

afterAll(async () => {
  await till.stop()
  door.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

describe('the database goes away and comes back', () => {
  it('first everything works', async () => {
    expect((await till.owner.get('/v1/organizations/')).status).toBe(200)
    expect((await till.anonymous.get('/readyz')).status).toBe(200)
  })

  it.each([
    ['hung up on', () => postgres.stop()],
    ['not even answered', async () => void door.close()],
  ])('503 for what needs it, with the time to wait, when calls are %s', async (_, goAway) => {
    await goAway()
    const replies = [
      await till.owner.get('/v1/organizations/'),
      await till.owner.post('/v1/organizations/', { name: 'Away', slug: 'away' }, { 'idempotency-key': 'away' }),
      await till.as(newSecret('organizationAccessToken')).get('/v1/organizations/'),
    ]
    for (const { status, body, headers } of replies) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('1')
      expect(body).toMatchObject({ error: 'ServiceUnavailable', code: 'service_unavailable' })
      expect(JSON.stringify(body)).not.toMatch(/ECONN|postgres|127\.0\.0\.1/i)
    }
  })

  it('the process stays alive, and says that it is not ready', async () => {
    expect((await till.anonymous.get('/healthz')).status).toBe(200)
    const ready = await till.anonymous.get('/readyz')
    expect(ready.status).toBe(503)
    expect(ready.headers.get('retry-after')).toBe('1')
    expect((await till.anonymous.get('/metrics')).status).toBe(200)
    expect((await till.anonymous.get('/openapi.json')).status).toBe(200)
  })

  it('what needs no look-up is still answered: no token, and tokens that cannot be ours', async () => {
    expect((await till.anonymous.get('/v1/organizations/')).status).toBe(401)
    const typo = `${newSecret('personalAccessToken').slice(0, -6)}000000`
    expect((await till.as(typo).get('/v1/organizations/')).status).toBe(401)
    expect((await till.as(newSecret('customerSession')).get('/v1/organizations/')).status).toBe(401)
  })

  it('recovers by itself, and the write that was refused can be repeated', async () => {
    postgres = await launch()
    door = await openDoor(doorPort)
    await expect.poll(async () => (await till.anonymous.get('/readyz')).status, { timeout: 10_000 }).toBe(200)
    const body = { name: 'Away', slug: 'away' }
    const { status } = await till.owner.post('/v1/organizations/', body, { 'idempotency-key': 'away' })
    expect(status).toBe(201)
    const listed = await till.owner.get('/v1/organizations/?slug=away')
    expect(listed.body.pagination.total_count).toBe(1)
  }, 60_000)
})
