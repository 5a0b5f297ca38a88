import type Stripe from 'stripe'
import { ProcessorAway } from '../../../modules/payments/index.ts'
import type { StripeSettings } from '../../../platform/config.ts'
import type { Log } from '../../../platform/log.ts'
import { isRefusal, traceOf } from './errors.ts'

/** What Stripe answers is shaped by this, whatever the account's own default is. */
const API_VERSION = '2026-10-28.endive'
/** A slow bank takes seconds. Two tries and the pause between them stay below 20, and far below the lease. */
const TRY_MILLISECONDS = 9000
const PAUSE_MILLISECONDS = 1000

/** Asks Stripe, within a time that is known beforehand. */
export class StripeClient {
  readonly #stripe: Promise<Stripe>
  readonly #milliseconds: number
  readonly #log: Log
  #hasComplained = false

  constructor(settings: StripeSettings, log: Log) {
    const tryMilliseconds = settings.tryMilliseconds ?? TRY_MILLISECONDS
    this.#log = log
    this.#milliseconds = 2 * tryMilliseconds + PAUSE_MILLISECONDS
    this.#stripe = load(settings, tryMilliseconds)
    // Whoever asks is told.
    this.#stripe.catch(() => {})
  }

  /** What Stripe answers, when that is such an object. */
  async ask<Result extends { readonly object: string }>(
    object: Result['object'],
    work: (stripe: Stripe) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.try(work)
    if (result.object === object) return result
    throw new ProcessorAway(`Stripe answered with something else than a ${object}`)
  }

  /** Throws `ProcessorAway` when nobody knows what has happened. What Stripe itself refuses is thrown as it is. */
  async try<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    try {
      const result = await this.#inTime(work(await this.#stripe))
      this.#hasComplained = false
      return result
    } catch (error) {
      if (isRefusal(error)) throw error
      this.#complain(error)
      throw new ProcessorAway('Stripe is away', { cause: error })
    }
  }

  async verify(body: Uint8Array, signature: string | undefined, secret: string): Promise<unknown> {
    const { webhooks } = await this.#stripe
    return webhooks.constructEvent(Buffer.from(body), signature ?? '', secret)
  }

  /** The time-out of a try counts silence only: an answer that comes drop by drop would never reach it. */
  async #inTime<Result>(answer: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Stripe took too long')), this.#milliseconds)
    })
    return Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }

  /** Wrong keys do not become right by waiting. Somebody has to hear of it, once, and never with the key. */
  #complain(error: unknown): void {
    const { type } = error as { type?: unknown }
    if (this.#hasComplained || (type !== 'StripeAuthenticationError' && type !== 'StripePermissionError')) return
    this.#hasComplained = true
    this.#log.error(traceOf(error), 'Stripe refuses STRIPE_SECRET_KEY: no payment can be taken until it is right')
  }
}

/** Only where there are keys: it is large, and most instances begin without. */
async function load({ secretKey, apiBase }: StripeSettings, timeout: number): Promise<Stripe> {
  const { default: StripeSdk } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return new StripeSdk(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
    typescript: true,
    appInfo: { name: 'Till' },
  })
}
