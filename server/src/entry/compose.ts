import type { FastifyInstance } from 'fastify'
import type { SecretBox } from '../kernel/secrets.ts'
import { type Clock, systemClock } from '../kernel/time.ts'
import { accessRoutes, authenticate, TokenUse } from '../modules/access/index.ts'
import { organizationRoutes } from '../modules/organizations/index.ts'
import { buildApp } from '../platform/http/app.ts'
import { RateLimiter, type RateLimits } from '../platform/http/rate-limit.ts'
import type { Route } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import type { Db, Sql } from '../platform/postgres/pool.ts'
import { transactionsOn } from '../platform/postgres/transaction.ts'
import { mountSystemRoutes } from './system-routes.ts'

export interface Settings {
  readonly sql: Sql
  readonly sqlDir: string
  readonly box: SecretBox
  readonly baseUrl: string
  readonly checkoutHours: number
  readonly rateLimits: RateLimits | null
  readonly trustProxy: boolean
  readonly log: Log
  readonly clock?: Clock
}

export interface Till {
  readonly app: FastifyInstance
  readonly routes: readonly Route[]
  /** Stops taking requests, finishes what runs, and ends the work in the background. The pool stays open. */
  close(): Promise<void>
}

/** The only place that knows every part. */
export function compose(settings: Settings): Till {
  const clock = settings.clock ?? systemClock
  const db: Db = { sql: settings.sql, clock }
  const metrics = new Metrics()
  const tokenUse = new TokenUse(db)
  const routes = allRoutes(settings)
  const app = buildApp({
    routes,
    db,
    transactions: transactionsOn(settings.sql, clock, () => {}),
    authenticate: (authorization) => authenticate(db, tokenUse, authorization),
    box: settings.box,
    limiter: settings.rateLimits && new RateLimiter(settings.rateLimits),
    log: settings.log,
    trustProxy: settings.trustProxy,
    observe: metrics.observe,
  })
  mountSystemRoutes(app, {
    sql: settings.sql,
    sqlDir: settings.sqlDir,
    metrics,
  })
  return {
    app,
    routes,
    async close() {
      await app.close()
      await tokenUse.flush()
      metrics.stop()
    },
  }
}

/** Every route of the API, also for its description and for tests that walk them all. */
export function allRoutes(_settings: Pick<Settings, 'baseUrl' | 'checkoutHours' | 'box'>): readonly Route[] {
  return [...accessRoutes, ...organizationRoutes]
}
