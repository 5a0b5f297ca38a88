import type { FastifyInstance } from 'fastify'
import { sandboxProcessor } from '../adapters/payments/sandbox/processor.ts'
import { sandboxRoutes } from '../adapters/payments/sandbox/routes.ts'
import { confirmCheckoutRoutes } from '../flows/confirm-checkout/index.ts'
import { customerPortalRoutes } from '../flows/customer-portal/index.ts'
import { Links } from '../kernel/links.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { type Clock, systemClock } from '../kernel/time.ts'
import { accessRoutes, authenticate, TokenUse } from '../modules/access/index.ts'
import { benefitRoutes } from '../modules/benefits/index.ts'
import { checkoutRoutes } from '../modules/checkouts/index.ts'
import { authenticateCustomer, customerRoutes, isCustomerSession } from '../modules/customers/index.ts'
import { discountRoutes } from '../modules/discounts/index.ts'
import { licenseKeyRoutes } from '../modules/license-keys/index.ts'
import { orderRoutes } from '../modules/orders/index.ts'
import { organizationRoutes } from '../modules/organizations/index.ts'
import { productRoutes } from '../modules/products/index.ts'
import { subscriptionRoutes } from '../modules/subscriptions/index.ts'
import { Sequencer } from '../platform/events/sequencer.ts'
import { buildApp } from '../platform/http/app.ts'
import { RateLimiter, type RateLimits } from '../platform/http/rate-limit.ts'
import type { Route } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import type { Db, Sql } from '../platform/postgres/pool.ts'
import { transactionsOn } from '../platform/postgres/transaction.ts'
import { startBackground } from './background.ts'
import { mountDocs } from './docs-routes.ts'
import { CHECKOUT_PAGE_DIR } from './folders.ts'
import { openApiDocument } from './openapi.ts'
import { mountPages } from './page-routes.ts'
import { mountSystemRoutes } from './system-routes.ts'

export interface Settings {
  readonly sql: Sql
  readonly sqlDir: string
  readonly box: SecretBox
  readonly baseUrl: string
  readonly checkoutHours: number
  readonly rateLimits: RateLimits | null
  readonly trustedProxies: number
  readonly log: Log
  readonly clock?: Clock
  /** Where the built checkout page lies, when it is not in its usual place. */
  readonly checkoutPageDir?: string
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
  const limiter = settings.rateLimits && new RateLimiter(settings.rateLimits)
  const sequencer = new Sequencer(settings.sql, settings.log)
  const transactions = transactionsOn(settings.sql, clock, sequencer.poke)
  const routes = allRoutes({ ...settings, committed: sequencer.poke })
  const app = buildApp({
    routes,
    db,
    transactions,
    authenticate: (authorization) => authenticate(db, tokenUse, authorization),
    authenticateCustomer: (authorization) => authenticateCustomer(db, authorization),
    authenticateAnybody: async (authorization) =>
      isCustomerSession(authorization)
        ? (await authenticateCustomer(db, authorization)).sessionId
        : (await authenticate(db, tokenUse, authorization)).tokenId,
    box: settings.box,
    limiter,
    log: settings.log,
    trustedProxies: settings.trustedProxies,
    observe: metrics.observe,
  })
  mountSystemRoutes(app, {
    sql: settings.sql,
    sqlDir: settings.sqlDir,
    metrics,
  })
  mountDocs(app, () => openApiDocument(routes))
  const { log, baseUrl, checkoutPageDir = CHECKOUT_PAGE_DIR } = settings
  mountPages(app, { db, limiter, log, baseUrl, checkoutDir: checkoutPageDir })
  const links = new Links(baseUrl)
  const background = startBackground({ sql: settings.sql, transactions, sequencer, links, log })
  return {
    app,
    routes,
    async close() {
      await app.close()
      await background.stop()
      await tokenUse.flush()
      metrics.stop()
    },
  }
}

export interface RouteNeeds {
  readonly baseUrl: string
  readonly checkoutHours: number
  readonly box: SecretBox
  /** Told after every commit that wrote events. */
  readonly committed?: () => void
}

/** Every route of the API, also for its description and for tests that walk them all. */
export function allRoutes({ baseUrl, checkoutHours, box, committed = () => {} }: RouteNeeds): readonly Route[] {
  const links = new Links(baseUrl)
  return [
    ...organizationRoutes,
    ...productRoutes,
    ...benefitRoutes,
    ...discountRoutes,
    ...checkoutRoutes({ links, checkoutHours }),
    ...confirmCheckoutRoutes({ links, box, processor: sandboxProcessor(box), committed }),
    ...sandboxRoutes({ box }),
    ...orderRoutes({ links }),
    ...subscriptionRoutes({ links }),
    ...licenseKeyRoutes({ links, box, committed }),
    ...customerRoutes({ links }),
    ...customerPortalRoutes({ links }),
    ...accessRoutes,
  ]
}
