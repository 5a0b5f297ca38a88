import { randomBytes, randomUUID } from 'node:crypto'
import type { DeclineCode, NotificationContent, PaymentMethod } from '../../../modules/payments/index.ts'
import { begin } from '../../../platform/postgres/begin.ts'
import type { Sql } from '../../../platform/postgres/pool.ts'
import type { CardOutcome } from './cards.ts'
import { saveMethod } from './saved-method.ts'

export interface Intent {
  readonly reference: string
  readonly paymentId: string
  readonly createdAt: Date
  readonly organizationId: string
  readonly checkoutId: string | null
  readonly purpose: string
  readonly amount: number
  readonly currency: string
  readonly status: 'unconfirmed' | 'action_required' | 'processing' | 'succeeded' | 'failed' | 'canceled'
  readonly outcome: CardOutcome | null
  readonly failureCode: DeclineCode | null
  readonly method: PaymentMethod | null
  readonly savedMethod: string | null
  readonly challenge: string | null
  readonly returnUrl: string | null
  readonly readyAt: Date | null
}

/** How long a slow one takes, and how long a bank takes to ask for its money back. */
export interface SandboxDelays {
  readonly late: number
  readonly dispute: number
}

/**
 * The books of the built-in processor. Each call commits by itself, as a call to a real one would. It has our database:
 * when that is away, the caller is told so, and not that nobody knows.
 */
export class SandboxLedger {
  readonly #sql: Sql
  readonly #delays: SandboxDelays

  constructor(sql: Sql, delays: SandboxDelays) {
    this.#sql = sql
    this.#delays = delays
  }

  async open(intent: Intent): Promise<string> {
    const { reference, paymentId, createdAt, organizationId, checkoutId, purpose, amount, currency } = intent
    await begin(
      this.#sql,
      (sql) => sql`
      insert into sandbox.intents
        (reference, payment_id, created_at, organization_id, checkout_id, purpose, amount, currency, status)
      values (${reference}, ${paymentId}, ${createdAt}, ${organizationId}, ${checkoutId}, ${purpose}, ${amount},
        ${currency}, 'unconfirmed')
      on conflict do nothing`,
    )
    return reference
  }

  /** What was confirmed once is not confirmed again. */
  confirm(reference: string, outcome: CardOutcome, method: PaymentMethod, returnUrl: string | null): Promise<Intent> {
    return this.#change(reference, async (sql, intent) => {
      if (intent.status !== 'unconfirmed') return {}
      const sent = { outcome, method, returnUrl }
      switch (outcome) {
        case 'success':
        case 'charge_declined_later':
        case 'unknown':
          return { ...sent, ...(await this.#succeed(sql, { ...intent, ...sent })) }
        case 'disputed':
          await this.#notify(sql, disputeOf(intent), this.#delays.dispute)
          return { ...sent, ...(await this.#succeed(sql, { ...intent, ...sent })) }
        case 'late':
          await this.#notify(sql, changeOf(reference), this.#delays.late)
          return { ...sent, status: 'processing', readyAt: new Date(Date.now() + this.#delays.late) }
        case 'authentication_required':
          return { ...sent, status: 'action_required', challenge: randomBytes(24).toString('base64url') }
        default:
          await this.#notify(sql, changeOf(reference))
          return { ...sent, status: 'failed', failureCode: outcome }
      }
    })
  }

  /** A slow one that is ready by now succeeds when somebody looks at it. */
  fetch(reference: string): Promise<Intent> {
    return this.#change(reference, async (sql, intent) => {
      const isReady = intent.status === 'processing' && intent.readyAt !== null && intent.readyAt <= new Date()
      return isReady ? this.#succeed(sql, intent) : {}
    })
  }

  cancel(reference: string): Promise<Intent> {
    return this.#change(reference, async (_, { status }) =>
      status === 'unconfirmed' || status === 'action_required' ? { status: 'canceled' } : {},
    )
  }

  async findChallenge(challenge: string): Promise<Intent | undefined> {
    // Not every address could be stored.
    if (!/^[\w-]+$/.test(challenge)) return undefined
    const [intent] = await this.#sql<Intent[]>`select * from sandbox.intents where challenge = ${challenge}`
    return intent
  }

  /** The buyer has said yes or no on the page of their bank. */
  answerChallenge(reference: string, isApproved: boolean): Promise<Intent> {
    return this.#change(reference, async (sql, intent) => {
      if (intent.status !== 'action_required') return {}
      if (isApproved) return this.#succeed(sql, intent)
      await this.#notify(sql, changeOf(reference))
      return { status: 'failed', failureCode: 'authentication_failed' }
    })
  }

  /** False when less than that is left of the charge. Asking twice refunds once. */
  refund(refundId: string, reference: string, amount: number): Promise<boolean> {
    return begin(this.#sql, async (sql) => {
      const [charge] = await sql<{ id: string; left: number }[]>`
        select id, amount - refunded_amount as left from sandbox.charges where reference = ${reference} for update`
      if (!charge) return false
      const done = await sql`select from sandbox.refunds where id = ${refundId}`
      if (done.length > 0) return true
      if (charge.left < amount) return false
      await sql`
        insert into sandbox.refunds (id, created_at, charge_id, amount)
        values (${refundId}, ${new Date()}, ${charge.id}, ${amount})`
      await sql`update sandbox.charges set refunded_amount = refunded_amount + ${amount} where id = ${charge.id}`
      await this.#notify(sql, { kind: 'refund', reference: refundId, refundId, paymentReference: reference })
      return true
    })
  }

  async findRefund(refundId: string): Promise<{ paymentReference: string; amount: number } | undefined> {
    const [refund] = await begin(
      this.#sql,
      (sql) => sql<{ paymentReference: string; amount: number }[]>`
      select c.reference as payment_reference, r.amount
      from sandbox.refunds r join sandbox.charges c on c.id = r.charge_id where r.id = ${refundId}`,
    )
    return refund
  }

  /** Nothing of a payment that was known at once: of that there is no charge here. */
  async refundedOf(reference: string): Promise<number> {
    const [row] = await begin(
      this.#sql,
      (sql) => sql<{ refunded: number }[]>`
      select coalesce(sum(refunded_amount), 0)::bigint as refunded from sandbox.charges where reference = ${reference}`,
    )
    return row?.refunded ?? 0
  }

  /** Hands over the next one that is due, once `receive` has taken it. False when there is none. */
  deliver(receive: (eventId: string, content: NotificationContent) => Promise<void>): Promise<boolean> {
    return begin(this.#sql, async (sql) => {
      const [due] = await sql<{ id: number; content: NotificationContent }[]>`
        select id, content from sandbox.notifications where due_at <= ${new Date()}
        order by due_at, id limit 1 for update skip locked`
      if (!due) return false
      await receive(`sandbox_${due.id}`, due.content)
      await sql`delete from sandbox.notifications where id = ${due.id}`
      return true
    })
  }

  async #succeed(sql: Sql, intent: Intent): Promise<Partial<Intent>> {
    const { reference, paymentId, organizationId, checkoutId, amount, currency } = intent
    if (amount > 0) {
      await sql`
        insert into sandbox.charges
          (id, created_at, reference, payment_id, organization_id, checkout_id, amount, currency)
        values (${randomUUID()}, ${new Date()}, ${reference}, ${paymentId}, ${organizationId}, ${checkoutId},
          ${amount}, ${currency})`
    }
    await this.#notify(sql, changeOf(reference))
    return { status: 'succeeded', savedMethod: saveMethod(intent.outcome ?? 'success') }
  }

  async #notify(sql: Sql, content: NotificationContent, milliseconds = 0): Promise<void> {
    const dueAt = new Date(Date.now() + milliseconds)
    await sql`insert into sandbox.notifications (due_at, content) values (${dueAt}, ${sql.json(content)})`
  }

  #change(reference: string, change: (sql: Sql, intent: Intent) => Promise<Partial<Intent>>): Promise<Intent> {
    return begin(this.#sql, async (sql) => {
      const [intent] = await sql<Intent[]>`select * from sandbox.intents where reference = ${reference} for update`
      if (!intent) throw new Error(`the sandbox knows no ${reference}`)
      const changes = await change(sql, intent)
      const after = { ...intent, ...changes }
      if (Object.keys(changes).length > 0) {
        const { status, outcome, failureCode, method, savedMethod, challenge, returnUrl, readyAt } = after
        await sql`
          update sandbox.intents set status = ${status}, outcome = ${outcome}, failure_code = ${failureCode},
            method = ${method && sql.json({ ...method })}, saved_method = ${savedMethod}, challenge = ${challenge},
            return_url = ${returnUrl}, ready_at = ${readyAt}
          where reference = ${reference}`
      }
      return after
    })
  }
}

const changeOf = (reference: string) => ({ kind: 'payment', reference }) as const

function disputeOf({ reference, amount, currency }: Intent): NotificationContent {
  const dispute = { reference: `dispute_${reference}`, paymentReference: reference, amount, currency }
  return { kind: 'dispute', ...dispute, status: 'open', reason: 'fraudulent' }
}
