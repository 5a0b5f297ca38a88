import { expect } from 'vitest'
import { jsonLog } from '../../src/platform/log.ts'
import { confirm, makeCheckout } from './checkout-factories.ts'
import type { Reply } from './client.ts'
import { makeOrganization, unique } from './factories.ts'
import { makeProduct } from './product-factories.ts'
import type { Outcome } from './stripe/books.ts'
import { StripeStandIn } from './stripe-stand-in.ts'
import { startTill, type TestTill } from './till.ts'
import { stopWithCleanBooks } from './verify.ts'

export type Made = { readonly id: string }

/** Settling in the background takes a moment. */
export const soon = { timeout: 15_000 }

export async function openLiveOrganization(on: TestTill): Promise<string> {
  const { id } = await makeOrganization(on)
  await on.sql`update organizations set payments_mode = 'live' where id = ${id}`
  return id
}

/** A shop that takes real money, by way of a stand-in for Stripe whose books are looked at when it closes. */
export class LiveShop {
  readonly standIn: StripeStandIn
  readonly till: TestTill
  readonly organizationId: string
  readonly product: Reply['body']
  readonly log: readonly string[]

  private constructor(
    standIn: StripeStandIn,
    till: TestTill,
    organizationId: string,
    product: Reply['body'],
    log: readonly string[],
  ) {
    this.standIn = standIn
    this.till = till
    this.organizationId = organizationId
    this.product = product
    this.log = log
  }

  static async open(): Promise<LiveShop> {
    const log: string[] = []
    const standIn = await StripeStandIn.start(1000)
    const till = await startTill({
      payments: { stripe: standIn.settings },
      log: jsonLog({ write: (line) => log.push(line) }),
    })
    const organizationId = await openLiveOrganization(till)
    return new LiveShop(standIn, till, organizationId, await makeProduct(till, organizationId), log)
  }

  /** Everything is in order at Stripe again. */
  mend(): void {
    this.standIn.trouble = () => undefined
    this.standIn.beforeAnswer = async () => {}
  }

  async close(): Promise<void> {
    await stopWithCleanBooks(this.till)
    await this.standIn.stop()
  }

  async pay(outcome: Outcome = 'pays', fields: object = {}) {
    const checkout = await makeCheckout(this.till, { product_id: this.product.id, ...fields })
    const body = {
      customer_email: `live-${unique()}@example.com`,
      confirmation_token_id: this.standIn.books.makeToken(outcome),
    }
    return { checkout, reply: await confirm(this.till.anonymous, checkout, body) }
  }

  async checkoutOf({ id }: Made) {
    return (await this.till.owner.get(`/v1/checkouts/custom/${id}`)).body
  }

  async statusOf(made: Made) {
    return (await this.checkoutOf(made)).status
  }

  async ordersOf({ id }: Made) {
    return (await this.till.owner.get(`/v1/orders/?checkout_id=${id}`)).body.items
  }

  paymentsOf({ id }: Made) {
    return this.till.sql`select * from payments where checkout_id = ${id} order by id`
  }

  intentOf({ id }: Made) {
    return [...this.standIn.books.intents.values()].findLast((at) => at.metadata.checkout_id === id)
  }

  referenceOf(made: Made) {
    return this.intentOf(made)?.id ?? ''
  }

  chargesOf(made: Made) {
    return this.standIn.books.charges.filter((charge) => charge.payment_intent === this.referenceOf(made))
  }

  tell(type: string, made: Made) {
    return this.standIn.deliver(this.till.url, this.standIn.lastEvent(type, this.referenceOf(made)))
  }

  async expectBought(made: Made): Promise<void> {
    await expect.poll(() => this.statusOf(made), soon).toBe('succeeded')
    expect(await this.ordersOf(made)).toHaveLength(1)
    expect(this.chargesOf(made)).toHaveLength(1)
    expect(await this.till.sql`select from payment_work where checkout_id = ${made.id}`).toHaveLength(0)
  }

  async expectOpenAgain(made: Made): Promise<void> {
    await expect.poll(() => this.statusOf(made), soon).toBe('open')
    expect(await this.ordersOf(made)).toHaveLength(0)
    expect(this.chargesOf(made)).toHaveLength(0)
    const again = await confirm(this.till.anonymous, made as Reply['body'], {
      confirmation_token_id: this.standIn.books.makeToken(),
    })
    expect(again.status).toBe(200)
    await this.expectBought(made)
  }

  expectNoSecretsInLog(): void {
    const { secretKey, webhookSecret } = this.standIn.settings
    const log = this.log.join('')
    for (const secret of [secretKey, webhookSecret, '_secret_', 'ctoken_']) expect(log).not.toContain(secret)
  }
}
