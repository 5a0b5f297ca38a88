import type { Card } from '../form/card.ts'
import type { Checkout, ConfirmedCheckout, Download, ErrorBody, Grant, LicenseKey, Order } from './shapes.ts'

/** An answer, a refusal, or no answer that could be relied on: the network, a server that restarts. */
export type Reply<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: 'refused'; readonly status: number; readonly body: ErrorBody }
  /** Turned away means before anything was done; else nobody knows. */
  | { readonly kind: 'unreachable'; readonly isTurnedAway?: true }

export interface Items<Item> {
  readonly items: readonly Item[]
}

/** The checkout that takes the place of one that has expired. */
export interface Restarted {
  readonly url: string
  readonly client_secret: string
}

export interface Api {
  checkout(): Promise<Reply<Checkout>>
  change(patch: object): Promise<Reply<Checkout>>
  testToken(card: Card): Promise<Reply<{ readonly id: string }>>
  /** The same purchase again, after the time was over. */
  restart(): Promise<Reply<Restarted>>
  confirm(body: object, idempotencyKey: string): Promise<Reply<ConfirmedCheckout>>
  licenseKeys(session: string, benefitIds: readonly string[]): Promise<Reply<Items<LicenseKey>>>
  downloads(session: string, benefitIds: readonly string[]): Promise<Reply<Items<Download>>>
  /** What the seller has to say to those who have bought. */
  notes(session: string, checkoutId: string): Promise<Reply<Items<Grant>>>
  /** The newest orders of a product. */
  orders(session: string, productId: string): Promise<Reply<Items<Order>>>
}

/** The calls that whoever holds a client secret can make. */
export function apiFor(base: string, clientSecret: string): Api {
  const checkout = `${base}/v1/checkouts/custom/client/${encodeURIComponent(clientSecret)}`
  return {
    checkout: () => call('GET', checkout),
    change: (patch) => call('PATCH', checkout, patch),
    testToken: (card) => call('POST', `${base}/v1/sandbox/confirmation-tokens`, { card }),
    restart: () => call('POST', `${checkout}/restart`, {}),
    confirm: (body, key) => call('POST', `${checkout}/confirm`, body, { 'idempotency-key': key }),
    licenseKeys: (session, benefitIds) =>
      bought(base, 'license-keys', session, [['sorting', '-created_at'], ...ofBenefits(benefitIds)]),
    downloads: (session, benefitIds) => bought(base, 'downloadables', session, ofBenefits(benefitIds)),
    notes: (session, checkoutId) =>
      bought(base, 'benefit-grants', session, [
        ['type', 'custom'],
        ['checkout_id', checkoutId],
      ]),
    // Some sessions reach all that the customer has bought. The purchase is among the last ones.
    orders: (session, productId) => bought(base, 'orders', session, [['product_id', productId]], 10),
  }
}

const ofBenefits = (ids: readonly string[]) => ids.map((id) => ['benefit_id', id])

/** What the holder of the session has. */
function bought<Item>(base: string, kind: string, session: string, filter: readonly string[][], limit = 100) {
  const query = new URLSearchParams([['limit', String(limit)], ...filter])
  const authorization = `Bearer ${session}`
  return call<Items<Item>>('GET', `${base}/v1/customer-portal/${kind}/?${query}`, undefined, { authorization })
}

/** A network that swallows everything gives no answer at all: then the page goes on as if it were away. */
const LONGEST_WAIT = 20_000

async function call<Body>(
  method: string,
  url: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<Body>> {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(LONGEST_WAIT),
      credentials: 'omit',
      cache: 'no-store',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 429) return { kind: 'unreachable', isTurnedAway: true }
    // 409: the same request is still running. Asking again is right there too.
    if (response.status >= 500 || response.status === 409) return { kind: 'unreachable' }
    const answer = await response.json()
    return response.ok ? { kind: 'ok', body: answer } : { kind: 'refused', status: response.status, body: answer }
  } catch {
    return { kind: 'unreachable' }
  }
}
