import postgres from 'postgres'
import { Links } from '../../../src/kernel/links.ts'
import { fingerprint } from '../../../src/kernel/secrets.ts'

export type Sql = postgres.Sql<{ bigint: number }>

export interface Context {
  readonly sql: Sql
  readonly links: Links
}

/** The answer to a request that cannot be served. */
export class Failure extends Error {
  readonly status: number

  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

/** As many connections as Till has, and whole numbers read as numbers. */
export function openContext(url: string, socket: string | null, baseUrl: string): Context {
  const bigint = { to: 20, from: [20], serialize: String, parse: Number }
  const sql = postgres(url, { max: 20, ...(socket ? { path: socket } : {}), types: { bigint } })
  return { sql: sql as unknown as Sql, links: new Links(baseUrl) }
}

/** Whose token this is, after the same checks on every request that Till makes. Organizations' tokens only. */
export async function findOrganization(sql: Sql, authorization: string | undefined, scope: string): Promise<string> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new Failure(401)
  const [found] = await sql`
    select organization_id, scopes, expires_at, revoked_at from access_tokens where token_hash = ${fingerprint(token)}`
  if (!found || found.revoked_at !== null) throw new Failure(401)
  if (found.expires_at !== null && found.expires_at <= new Date()) throw new Failure(401)
  if (found.organization_id === null || !found.scopes.includes(scope)) throw new Failure(403)
  return found.organization_id
}
