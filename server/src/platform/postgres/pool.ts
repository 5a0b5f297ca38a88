import postgres from 'postgres'
import type { Clock } from '../../kernel/time.ts'
import { dial, type Target } from './dial.ts'
import type { Unanswered } from './unanswered.ts'

export type Sql = postgres.Sql<{ bigint: number }>
export type Fragment = postgres.PendingQuery<postgres.Row[]> | postgres.Helper<never>

/** What a read needs: somewhere to ask, and what time it is. */
export interface Db {
  readonly sql: Sql
  readonly clock: Clock
}

/** Every bigint column holds an amount or a count, all within ±(2^53−1), so plain numbers are exact. */
const bigint = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string) => Number(text),
}

export interface PoolOptions {
  readonly connections?: number
  readonly applicationName?: string
  /** A unix socket that is faster than the address in the URL. */
  readonly socket?: string | null
  /** Is shown every connection. */
  readonly unanswered?: Unanswered
}

export function openPool(url: string, options: PoolOptions = {}): Sql {
  const connect = (target: Target) => {
    const socket = dial(target)
    options.unanswered?.watch(socket)
    return socket
  }
  // Its types do not list `socket`.
  const connecting: object = { socket: connect }
  return postgres(url, {
    ...connecting,
    max: options.connections ?? 20,
    ...(options.socket ? { path: options.socket } : {}),
    types: { bigint },
    // Columns are snake_case, models are camelCase; values inside JSON columns are left alone.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    // Without this a restart of the database would be noticed only after the driver's growing pauses of up to 20 s.
    backoff: () => 0.1,
    connect_timeout: 5,
    idle_timeout: 300,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'till',
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      // A statement is planned once per connection. Left to itself, Postgres plans every list anew, because it cannot
      // guess the page's size; for a page of orders that takes three times as long as running it.
      plan_cache_mode: 'force_generic_plan',
    },
  }) as unknown as Sql
}

const AWAY = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '25006', // it only reads: after a switch-over we still talk to the standby
  '25P03', // it ended a transaction that stood still
  '53300', // too many connections
  '57P01', // the administrator stops the server
  '57P02', // a crash of another backend
  '57P03', // starting up or shutting down
  '57P05', // it ended a connection that stood still
])

/** True when the database could not be reached or went away, which is not the caller's fault and will pass. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined) return error instanceof Error && error.cause !== undefined && isDatabaseAway(error.cause)
  // A missing socket; a missing file of ours has the same code, and is a bug.
  if (code === 'ENOENT') return (error as { syscall?: unknown }).syscall === 'connect'
  return AWAY.has(code) || code.startsWith('08')
}

/** A statement ran into its timeout. Not the caller's fault either; but loops log it, because it may come every time. */
export function isCutShort(error: unknown): boolean {
  return codeOf(error) === '57014'
}

/** Two transactions stood in each other's way; doing it again is right. */
export function isWorthRepeating(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40P01' || code === '40001'
}

/** Somebody else holds a row or a table for longer than we wanted to wait. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** The constraint that a write broke, when it broke one. */
export function brokenConstraint(error: unknown): string | undefined {
  if (codeOf(error)?.startsWith('23') !== true) return undefined
  return (error as { constraint_name?: string }).constraint_name
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
