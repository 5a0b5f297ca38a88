import type { FastifyInstance } from 'fastify'
import { sandboxRoutes } from '../adapters/payments/sandbox/routes.ts'
import { mountStripeWebhook } from '../adapters/payments/stripe/webhook.ts'
import { folderStorage } from '../adapters/storage/folder/storage.ts'
import { confirmCheckoutRoutes, type PaymentNeeds } from '../flows/confirm-checkout/index.ts'
import { customerPortalRoutes, downloadByteRoutes } from '../flows/customer-portal/index.ts'
import { customerStateRoutes } from '../flows/customer-state/index.ts'
import { forgetCustomerRoutes } from '../flows/forget-customer/index.ts'
import { refundOrderRoutes } from '../flows/refund-order/index.ts'
import { mailboxRoutes } from '../flows/send-mails/index.ts'
import { Links } from '../kernel/links.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { type Clock, systemClock } from '../kernel/time.ts'
import { accessRoutes, authenticate, TokenUse } from '../modules/access/index.ts'
import { benefitRoutes, removeFileFromBenefits } from '../modules/benefits/index.ts'
import { checkoutLinkRoutes } from '../modules/checkout-links/index.ts'
import { CheckoutWatch, checkoutRoutes, expireTestCheckouts } from '../modules/checkouts/index.ts'
import { customFieldRoutes } from '../modules/custom-fields/index.ts'
import { authenticateCustomer, customerRoutes, isCustomerSession } from '../modules/customers/index.ts'
import { discountRoutes } from '../modules/discounts/index.ts'
import { EventWatch, eventRoutes } from '../modules/events/index.ts'
import { type FileLimits, fileByteRoutes, fileRoutes } from '../modules/files/index.ts'
import type { FileStorage } from '../modules/files/port.ts'
import { licenseKeyRoutes, revokeKeysInUse } from '../modules/license-keys/index.ts'
import { orderRoutes } from '../modules/orders/index.ts'
import { announceMember, organizationRoutes } from '../modules/organizations/index.ts'
import { noProcessors, paymentRoutes } from '../modules/payments/index.ts'
import {
  productRoutes,
  removeProductBenefit,
  removeProductField,
  removeProductMedia,
} from '../modules/products/index.ts'
import { refundRoutes } from '../modules/refunds/index.ts'
import { subscriptionRoutes } from '../modules/subscriptions/index.ts'
import { webhookRoutes } from '../modules/webhooks/index.ts'
import { DEFAULT_FILE_LIMITS } from '../platform/config.ts'
import { Sequencer } from '../platform/events/sequencer.ts'
import { buildApp } from '../platform/http/app.ts'
import { mountByteRoutes } from '../platform/http/bytes/mount.ts'
import type { Patience } from '../platform/http/patience.ts'
import { RateLimiter, type RateLimits } from '../platform/http/rate-limit.ts'
import type { Route } from '../platform/http/route.ts'
import { type Log, silentLog } from '../platform/log.ts'
import type { MailSettings } from '../platform/mail/smtp-settings.ts'
import { Metrics } from '../platform/metrics.ts'
import { Allowed } from '../platform/outbound/allowed.ts'
import type { Db, Sql } from '../platform/postgres/pool.ts'
import { transactionsOn } from '../platform/postgres/transaction.ts'
import { startBackground } from './background.ts'
import { mountCheckoutLinks } from './checkout-link-routes.ts'
import { mountDocs } from './docs-routes.ts'
import { CHECKOUT_PAGE_DIR, EMBED_DIR, INVITATION_PAGE_DIR, STORE_PAGE_DIR } from './folders.ts'
import { composeMails } from './mail.ts'
import { openApiDocument } from './openapi.ts'
import { mountPages } from './page-routes.ts'
import { composePayments, type PaymentSettings } from './payments.ts'
import { showQueues } from './queue-figures.ts'
import { mountStore } from './store-page.ts'
import { mountSystemRoutes } from './system-routes.ts'
import { composeWebhooks } from './webhooks.ts'

/** `api` answers requests, `worker` does what happens without one, `all` does both. */
export type Role = 'all' | 'api' | 'worker'

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
  readonly role?: Role
  readonly payments?: PaymentSettings
  /** Connections of its own for the built-in processor, where it should not share those of the others. */
  readonly sandboxSql?: Sql
  readonly clock?: Clock
  /** How long events are kept, in days; null or nothing for ever. */
  readonly eventDays?: number | null
  /** Where webhooks may go although the address is inward, or is not https. */
  readonly webhookAllow?: Allowed
  /** Where mails go; without it they are kept. */
  readonly mail?: MailSettings
  /** With slow senders, where it is not the usual one. */
  readonly patience?: Patience
  /** Where the built pages lie, when they are not in their usual places. */
  readonly checkoutPageDir?: string
  readonly invitationPageDir?: string
  readonly storePageDir?: string
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
  const eventWatch = new EventWatch(settings.log)
  const sequencer = new Sequencer(settings.sql, settings.log, ({ endpoints }) => {
    eventWatch.poke()
    webhooks?.poke(endpoints)
  })
  const watch = new CheckoutWatch(new Links(settings.baseUrl), settings.log)
  const committed = () => {
    sequencer.poke()
    watch.poke()
  }
  const transactions = transactionsOn(settings.sql, clock, committed)
  const links = new Links(settings.baseUrl)
  const { sql, box, storage } = settings
  const parts = { db, transactions, links, box, log: settings.log, committed }
  const payments = composePayments(parts, settings.sandboxSql ?? sql, settings.payments ?? {})
  const role = settings.role ?? 'all'
  const observeMail = metrics.counter('till_mail_tries_total', 'Mails that this process has tried to send.')
  const mails = composeMails({ ...parts, observe: observeMail }, settings.baseUrl, settings.mail)
  const observe = metrics.counter('till_webhook_attempts_total', 'Webhooks that this process has tried to deliver.')
  const allowed = settings.webhookAllow ?? new Allowed()
  const webhooks =
    role === 'api' ? null : composeWebhooks({ db, transactions, box, log: settings.log, allowed, observe })
  showQueues(metrics, sql)
  const routes =
    role === 'worker' ? [] : allRoutes({ ...settings, committed, watch, eventWatch, payments: payments.needs })
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
  if (role !== 'worker') mountFaces()
  const background =
    webhooks === null
      ? sequencer
      : startBackground({
          ...parts,
          sql,
          sequencer,
          storage,
          payments,
          webhooks,
          mails,
          eventDays: settings.eventDays ?? null,
        })
  return {
    app,
    routes,
    async close() {
      await app.close()
      // First, because the work in the background waits for it.
      mails.port.close()
      await background.stop()
      await tokenUse.flush()
      metrics.stop()
    },
  }

  /** What is there beside the routes of the API: uploads and downloads, what processors tell, and pages. */
  function mountFaces(): void {
    mountByteRoutes(app, fileByteRoutes({ ...settings, db, transactions, limiter }))
    mountByteRoutes(app, downloadByteRoutes({ links, box: settings.box, db, limiter }))
    if (payments.stripe) {
      mountStripeWebhook(app, { processor: payments.stripe, limiter, receive: payments.stripeTold })
    }
    mountDocs(app, () => openApiDocument(routes))
    const { log, baseUrl, checkoutPageDir = CHECKOUT_PAGE_DIR, invitationPageDir = INVITATION_PAGE_DIR } = settings
    const style = mountPages(app, {
      db,
      limiter,
      log,
      baseUrl,
      checkoutDir: checkoutPageDir,
      invitationDir: invitationPageDir,
      embedDir: EMBED_DIR,
      ledger: payments.ledger,
      answered: payments.notified,
    })
    const needs = { links, checkoutHours: settings.checkoutHours, pageKeys: payments.processors.pageKeys }
    mountCheckoutLinks(app, { db, transactions, limiter, needs, style })
    const { storePageDir: storeDir = STORE_PAGE_DIR } = settings
    mountStore(app, { db, transactions, limiter, log, needs, baseUrl, storeDir })
  }
}

export interface RouteNeeds {
  readonly baseUrl: string
  readonly checkoutHours: number
  readonly box: SecretBox
  /** Only the description of the API can do without. */
  readonly storage?: FileStorage
  readonly fileLimits?: FileLimits
  readonly webhookAllow?: Allowed
  /** Told after every commit that wrote events. */
  readonly committed?: () => void
  readonly payments?: Pick<PaymentNeeds, 'processors' | 'refundChanged' | 'log'>
  /** Who tells of changes to checkouts; has to be poked after every commit. */
  readonly watch?: CheckoutWatch
  /** Who tells of events; has to be poked when there are new numbers. */
  readonly eventWatch?: EventWatch
}

const NO_PAYMENTS = { processors: noProcessors, refundChanged: async () => false, log: silentLog }

/** Every route of the API, also for its description and for tests that walk them all. */
export function allRoutes(needs: RouteNeeds): readonly Route[] {
  const { baseUrl, checkoutHours, box, committed = () => {} } = needs
  const links = new Links(baseUrl)
  const watch = needs.watch ?? new CheckoutWatch(links, silentLog)
  const storage = needs.storage ?? folderStorage('files', silentLog)
  const limits = needs.fileLimits ?? DEFAULT_FILE_LIMITS
  const { processors } = needs.payments ?? NO_PAYMENTS
  return [
    ...organizationRoutes({
      links,
      box,
      goingLive: { isPossible: processors.has('stripe'), endTestCheckouts: expireTestCheckouts },
    }),
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
    ...checkoutRoutes({ links, checkoutHours, watch, pageKeys: processors.pageKeys }),
    ...checkoutLinkRoutes({ links }),
    ...confirmCheckoutRoutes({ links, box, committed, ...(needs.payments ?? NO_PAYMENTS) }),
    ...sandboxRoutes({ box }),
    ...paymentRoutes,
    ...orderRoutes({ links }),
    ...refundRoutes,
    ...refundOrderRoutes({ links, box, ...(needs.payments ?? NO_PAYMENTS) }),
    ...subscriptionRoutes({ links }),
    ...licenseKeyRoutes({ links, box, committed }),
    ...customerRoutes({ links, box }),
    ...forgetCustomerRoutes({ links, box }),
    ...customerStateRoutes({ links }),
    ...customerPortalRoutes({ links, box }),
    ...mailboxRoutes({ links, box }),
    ...eventRoutes({ watch: needs.eventWatch ?? new EventWatch(silentLog) }),
    ...webhookRoutes({ box, allowed: needs.webhookAllow ?? new Allowed() }),
    ...accessRoutes({ userChanged: announceMember }),
  ]
}
