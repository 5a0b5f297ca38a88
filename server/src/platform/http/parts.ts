import type { Actor, SignedInCustomer } from '../../kernel/actor.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { Log } from '../log.ts'
import type { Db } from '../postgres/pool.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { Patience } from './patience.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Route } from './route.ts'

/** Finds out who sends an Authorization header; refuses what is not valid. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>

/** The same for the token of a customer session. */
export type AuthenticateCustomer = (authorization: string | undefined) => Promise<SignedInCustomer>

export interface AppParts {
  readonly routes: readonly Route[]
  readonly db: Db
  readonly transactions: Transactions
  readonly authenticate: Authenticate
  readonly authenticateCustomer: AuthenticateCustomer
  /** For routes that accept any token and need none; answers whose budget the request uses. */
  readonly authenticateAnybody: (authorization: string) => Promise<string>
  readonly box: SecretBox
  readonly limiter: RateLimiter | null
  readonly log: Log
  readonly trustedProxies: number
  /** With slow senders, where it is not the usual one. */
  readonly patience?: Patience | undefined
  /** Told of every answer, for the figures at /metrics. */
  readonly observe: (route: string, method: string, status: number, seconds: number) => void
}
