import type { Config } from '../platform/config.ts'
import type { Sql } from '../platform/postgres/pool.ts'
import type { Role } from './compose.ts'

type Say = (line: string) => void

export interface Greeting {
  readonly address: string
  readonly role: Role
  readonly place: string
  /** The owner's token, when this is the very first start. */
  readonly owner: { readonly token: string; readonly isGiven: boolean } | null
}

/** What somebody who has just started Till wants to know. */
export function greet(say: Say, { address, role, place, owner }: Greeting): void {
  if (role === 'worker') {
    say(`Till works in the background on ${place}; ${address}/readyz tells whether it can`)
    return
  }
  say(`Till is ready at ${address}`)
  say(`  API reference  ${address}/docs`)
  say(`  Data           ${place}`)
  if (role === 'api') say('  Background     nothing here: another process has to run with --role worker')
  if (owner === null || owner.isGiven) {
    say('  Access token   npm run token makes one')
  } else {
    say(`  Access token   ${owner.token}`)
    say('                 (shown this once; npm run token makes another)')
  }
  if (owner) say('  Mails to you   wait until you set your address: PATCH /v1/users/me {"email": "you@example.com"}')
  if (owner) say('  Next           npm run demo fills an empty shop and prints a checkout link')
}

/** Without keys, buyers of organizations that take real money are turned away. */
export async function warnOfKeys(say: Say, { stripe }: Config, sql: Sql): Promise<void> {
  if (stripe !== null) return
  const [row] = await sql<{ live: number }[]>`
    select count(*)::int as live from organizations where payments_mode = 'live'`
  const many = row?.live ?? 0
  if (many > 0) say(`Warning: organizations (${many}) take real money, and there are no keys for it. Set STRIPE_*.`)
}

/** Beyond this machine, links have to be right for others, and anybody can pay a sandbox organization with a test card. */
export async function warnOfReach(say: Say, { host, baseUrl }: Config, address: string, sql: Sql): Promise<void> {
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return
  if (baseUrl === null) {
    say(`Warning: reachable beyond this machine, but links say ${address}. Set TILL_BASE_URL to the public address.`)
  }
  const [row] = await sql<{ sandboxes: number }[]>`
    select count(*)::int as sandboxes from organizations where payments_mode = 'sandbox'`
  const many = row?.sandboxes ?? 0
  if (many > 0) say(`Warning: reachable beyond this machine, and organizations (${many}) take test cards as payment.`)
}
