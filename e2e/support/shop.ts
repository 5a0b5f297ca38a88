import { randomBytes } from 'node:crypto'
import { Client, type Reply } from '../../server/test/support/client.ts'
import { startSharedTill, type TillProcess } from '../../server/test/support/process.ts'
import { createDatabase, type TestDatabase } from '../../server/test/support/till.ts'

/** A real Till, as a seller runs it, with a shop of its own. */
export interface Shop {
  readonly url: string
  readonly owner: Client
  readonly organizationId: string
  readonly process: TillProcess
  /** For what only time brings about. */
  readonly sql: TestDatabase['sql']
  make(path: string, body: object): Promise<Reply['body']>
  /** A checkout for something, with the address of its page. */
  checkout(fields: object): Promise<{ id: string; url: string; client_secret: string }>
  stop(): Promise<void>
}

export async function openShop(env: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const database = await createDatabase(2)
  const token = `for-browser-tests-${randomBytes(16).toString('hex')}`
  const process = await startSharedTill({ databaseUrl: database.url, token, env })
  const owner = new Client(process.url, token)
  const make = (path: string, body: object) => owner.must(owner.post(path, body))
  const { id: organizationId } = await make('/v1/organizations/', {
    name: 'Northwind Audio',
    slug: `northwind-${randomBytes(4).toString('hex')}`,
  })
  return {
    url: process.url,
    owner,
    organizationId,
    process,
    sql: database.sql,
    make,
    checkout: (fields) => make('/v1/checkouts/custom/', fields),
    async stop() {
      process.kill('SIGTERM')
      await process.ended()
      await database.drop()
    },
  }
}
