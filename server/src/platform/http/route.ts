import type { Static, TSchema } from 'typebox'
import type { Actor, PersonalActor, Scope, SignedInCustomer } from '../../kernel/actor.ts'
import type { RefusalKind } from '../../kernel/refusal.ts'
import type { Db } from '../postgres/pool.ts'
import type { Transactions, Tx } from '../postgres/transaction.ts'
import type { Answer } from './answer.ts'
import type { Claim } from './idempotency.ts'
import type { Feed } from './stream/feed.ts'

/**
 * Who may call:
 * - `token`: an access token with this scope;
 * - `customer_session`: a customer, with the token of a customer session;
 * - `optional_token`: nobody needs one, but one that is sent must be valid, and have the scope if there is one;
 * - `public`: an Authorization header is not even looked at.
 * With `isPersonal` the token has to be a person's, and not an organization's.
 */
export type Access =
  | { readonly kind: 'token'; readonly scope: Scope; readonly isPersonal?: true }
  | { readonly kind: 'customer_session' }
  | { readonly kind: 'optional_token'; readonly scope?: Scope; readonly isPersonal?: true }
  | { readonly kind: 'public' }

export const token = (scope: Scope) => ({ kind: 'token', scope }) as const
export const personalToken = (scope: Scope) => ({ kind: 'token', scope, isPersonal: true }) as const
export const customerSession = { kind: 'customer_session' } as const
export const optionalToken = { kind: 'optional_token' } as const
export const optionalPersonalToken = (scope: Scope) => ({ kind: 'optional_token', scope, isPersonal: true }) as const
export const publicAccess = { kind: 'public' } as const

export type Budget = 'default' | 'confirm' | 'license_keys'

/** Everything about a route that is not its work: what it checks by, and what the API description says of it. */
export interface RouteSpec<
  A extends Access,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `{name}` for a path parameter, as in OpenAPI. */
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: A
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly bodyExample?: unknown
  readonly status: 200 | 201 | 202 | 204
  readonly answer?: R
  readonly answerExample?: unknown
  /** The refusals that this route can answer with, beyond those of every route. */
  readonly refusals?: readonly RefusalKind[]
  readonly budget?: Budget
  /** The body, or these fields of it, hold what must not be repeated in an error, such as a card. */
  readonly isSensitive?: true | readonly string[]
  /** The one route that the buyer's page sends a card to. Everywhere else the number of one is refused. */
  readonly takesCards?: boolean
  /** Where an Idempotency-Key belongs to, on routes without a token. */
  readonly idempotencyScope?: (asked: { params: Static<P>; body: Static<B> }) => string
}

type ActorOf<A extends Access> = A extends { kind: 'token'; isPersonal: true }
  ? PersonalActor
  : A extends { kind: 'token' }
    ? Actor
    : A extends { kind: 'optional_token'; isPersonal: true }
      ? PersonalActor | undefined
      : undefined

/** What a request asks for, after every check that needs no resource. */
export interface Asked<A extends Access, P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly actor: ActorOf<A>
  readonly customer: A extends { kind: 'customer_session' } ? SignedInCustomer : undefined
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly requestId: string
  /** The caller's network address, behind trusted proxies the one that they report. */
  readonly ip: string
}

export type Mode = 'read' | 'write' | 'act' | 'stream'

/** A route as the server mounts it; the types of its parts were checked where it was declared. */
export interface Route {
  readonly mode: Mode
  readonly spec: RouteSpec<Access, TSchema, TSchema, TSchema, TSchema>
  readonly run: (asked: never) => Promise<unknown>
}

type Result<R extends TSchema> = Static<R> | Answer<Static<R>> | undefined

/** Reads only. A POST may do that too, where what is asked must not stand in an address. */
export function read<A extends Access, P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  spec: RouteSpec<A, P, Q, B, R>,
  run: (asked: Asked<A, P, Q, B> & { readonly db: Db }) => Promise<Result<R>>,
): Route {
  return { mode: 'read', spec: spec as unknown as Route['spec'], run }
}

/** Writes in one transaction, which also holds the Idempotency-Key's record and the events. */
export function write<A extends Access, P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  spec: RouteSpec<A, P, Q, B, R>,
  run: (asked: Asked<A, P, Q, B> & { readonly tx: Tx }) => Promise<Result<R>>,
): Route {
  return { mode: 'write', spec: spec as unknown as Route['spec'], run }
}

/** Takes care of its transactions and its Idempotency-Key itself: the hot paths that write with one function call. */
export function act<A extends Access, P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  spec: RouteSpec<A, P, Q, B, R>,
  run: (
    asked: Asked<A, P, Q, B> & {
      readonly db: Db
      readonly transactions: Transactions
      readonly claim: Claim | null
      /** The answer as it will be sent, for flows that store it together with the change. */
      readonly render: (body: Static<R>) => string
    },
  ) => Promise<Result<R>>,
): Route {
  return { mode: 'act', spec: spec as unknown as Route['spec'], run }
}

/** Tells of changes by server-sent events, each with a body of the answer's shape. Refuses before the first of them. */
export function stream<A extends Access, P extends TSchema, Q extends TSchema, R extends TSchema>(
  spec: RouteSpec<A, P, Q, TSchema, R> & { readonly answer: R },
  run: (
    asked: Asked<A, P, Q, TSchema> & {
      readonly db: Db
      /** The last event that a client saw which lost the connection. */
      readonly lastEventId: string | undefined
    },
  ) => Promise<Feed | Answer<never>>,
): Route {
  return { mode: 'stream', spec: spec as unknown as Route['spec'], run }
}

/** `/v1/orders/{id}` in the framework's spelling. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
