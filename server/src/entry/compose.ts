import type { FastifyInstance } from 'fastify'
import { sandboxProcessor } from '../adapters/payments/sandbox/processor.ts'
import { sandboxRoutes } from '../adapters/payments/sandbox/routes.ts'
import { folderStorage } from '../adapters/storage/folder/storage.ts'
import { confirmCheckoutRoutes } from '../flows/confirm-checkout/index.ts'
import { customerPortalRoutes, downloadByteRoutes } from '../flows/customer-portal/index.ts'
import { customerStateRoutes } from '../flows/customer-state/index.ts'
import { forgetCustomerRoutes } from '../flows/forget-customer/index.ts'
import { Links } from '../kernel/links.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { type Clock, systemClock } from '../kernel/time.ts'
import { accessRoutes, authenticate, TokenUse } from '../modules/access/index.ts'
import { benefitRoutes, removeFileFromBenefits } from '../modules/benefits/index.ts'
import { CheckoutWatch, checkoutRoutes } from '../modules/checkouts/index.ts'
import { customFieldRoutes } from '../modules/custom-fields/index.ts'
import { authenticateCustomer, customerRoutes, isCustomerSession } from '../modules/customers/index.ts'
import { discountRoutes } from '../modules/discounts/index.ts'
import { type FileLimits, fileByteRoutes, fileRoutes } from '../modules/files/index.ts'
import type { FileStorage } from '../modules/files/port.ts'
import { licenseKeyRoutes, revokeKeysInUse } from '../modules/license-keys/index.ts'
import { orderRoutes } from '../modules/orders/index.ts'
import { organizationRoutes } from '../modules/organizations/index.ts'
import {
  productRoutes,
  removeProductBenefit,
  removeProductField,
  removeProductMedia,
} from '../modules/products/index.ts'
import { subscriptionRoutes } from '../modules/subscriptions/index.ts'
import { DEFAULT_FILE_LIMITS } from '../platform/config.ts'
import { Sequencer } from '../platform/events/sequencer.ts'
import { buildApp } from '../platform/http/app.ts'
import { mountByteRoutes } from '../platform/http/bytes/mount.ts'
import type { Patience } from '../platform/http/patience.ts'
import { RateLimiter, type RateLimits } from '../platform/http/rate-limit.ts'
import type { Route } from '../platform/http/route.ts'
import { type Log, silentLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import type { Db, Sql } from '../platform/postgres/pool.ts'
import { transactionsOn } from '../platform/postgres/transaction.ts'
import { startBackground } from './background.ts'
import { mountDocs } from './docs-routes.ts'
import { CHECKOUT_PAGE_DIR, INVITATION_PAGE_DIR } from './folders.ts'
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
  readonly storage: FileStorage
  readonly fileLimits: FileLimits
  readonly log: Log
  readonly clock?: Clock
  /** With slow senders, where it is not the usual one. */
  readonly patience?: Patience
  /** Where the built pages lie, when they are not in their usual places. */
  readonly checkoutPageDir?: string
  readonly invitationPageDir?: string
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
  const watch = new CheckoutWatch(new Links(settings.baseUrl), settings.log)
  const committed = () => {
    sequencer.poke()
    watch.poke()
  }
  const transactions = transactionsOn(settings.sql, clock, committed)
  const routes = allRoutes({ ...settings, committed, watch })
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
    patience: settings.patience,
    observe: metrics.observe,
  })
  mountSystemRoutes(app, {
    sql: settings.sql,
    sqlDir: settings.sqlDir,
    metrics,
  })
  const links = new Links(settings.baseUrl)
  mountByteRoutes(app, fileByteRoutes({ ...settings, db, transactions, limiter }))
  mountByteRoutes(app, downloadByteRoutes({ links, box: settings.box, db, limiter }))
  mountDocs(app, () => openApiDocument(routes))
  const { log, baseUrl, checkoutPageDir = CHECKOUT_PAGE_DIR, invitationPageDir = INVITATION_PAGE_DIR } = settings
  mountPages(app, { db, limiter, log, baseUrl, checkoutDir: checkoutPageDir, invitationDir: invitationPageDir })
  const { sql, box, storage } = settings
  const background = startBackground({ sql, transactions, sequencer, links, box, storage, log })
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
  /** Only the description of the API can do without. */
  readonly storage?: FileStorage
  readonly fileLimits?: FileLimits
  /** Told after every commit that wrote events. */
  readonly committed?: () => void
  /** Who tells of changes to checkouts; has to be poked after every commit. */
  readonly watch?: CheckoutWatch
}

/** Every route of the API, also for its description and for tests that walk them all. */
export function allRoutes(needs: RouteNeeds): readonly Route[] {
  const { baseUrl, checkoutHours, box, committed = () => {} } = needs
  const links = new Links(baseUrl)
  const watch = needs.watch ?? new CheckoutWatch(links, silentLog)
  const storage = needs.storage ?? folderStorage('files', silentLog)
  const limits = needs.fileLimits ?? DEFAULT_FILE_LIMITS
  return [
    ...organizationRoutes({ links }),
    ...productRoutes({ links }),
    ...customFieldRoutes({
      takeFromProduct: (tx, actor, id, fieldId) => removeProductField(tx, actor, id, fieldId, links),
    }),
    ...benefitRoutes({
      links,
      deletion: {
        takeFromProduct: (tx, actor, id, benefitId) => removeProductBenefit(tx, actor, id, benefitId, links),
        takeFromHolders: (tx, benefitId) => revokeKeysInUse(tx, benefitId, links),
      },
    }),
    ...discountRoutes,
    ...fileRoutes({
      links,
      box,
      storage,
      limits,
      deletion: {
        takeFromProduct: (tx, actor, id, fileId) => removeProductMedia(tx, actor, id, fileId, links),
        takeFromBenefits: removeFileFromBenefits,
      },
    }),
    ...checkoutRoutes({ links, checkoutHours, watch }),
    ...confirmCheckoutRoutes({ links, box, processor: sandboxProcessor(box), committed }),
    ...sandboxRoutes({ box }),
    ...orderRoutes({ links }),
    ...subscriptionRoutes({ links }),
    ...licenseKeyRoutes({ links, box, committed }),
    ...customerRoutes({ links }),
    ...forgetCustomerRoutes({ links }),
    ...customerStateRoutes({ links }),
    ...customerPortalRoutes({ links, box }),
    ...accessRoutes,
  ]
}
