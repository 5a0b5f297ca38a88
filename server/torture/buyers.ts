import { randomUUID } from 'node:crypto'
import { ask, type Reply } from './patient.ts'
import { pick } from './random.ts'

/** What the buyers want, and what they were told. */
export interface Diary {
  /** Checkouts whose confirm was answered with 200. */
  readonly acknowledged: Set<string>
  readonly declined: Set<string>
  /** Answers that nobody should get. */
  readonly strange: string[]
}

export const emptyDiary = (): Diary => ({ acknowledged: new Set(), declined: new Set(), strange: [] })

export interface Shop {
  readonly token: string
  readonly products: readonly [string, ...string[]]
  readonly discountId: string
}

const CARDS = [
  ...Array<string>(14).fill('success'),
  'declined',
  'insufficient_funds',
  'unknown',
  'unknown',
  'late',
  'charge_declined_later',
] as unknown as readonly [string, ...string[]]

/**
 * Buys one thing after the other, until told to stop. A payment whose process was killed is found out about half a
 * minute later; meanwhile the next purchase begins.
 */
export async function buyOn(
  urlOf: () => string,
  shop: Shop,
  random: () => number,
  diary: Diary,
  isEnough: () => boolean,
): Promise<void> {
  const unfinished = new Set<Promise<void>>()
  while (!isEnough()) {
    await new Promise<void>((next, fail) => {
      const purchase = buyOnce(urlOf, shop, random, diary, next).finally(() => unfinished.delete(purchase))
      unfinished.add(purchase)
      purchase.then(next, fail)
    })
  }
  await Promise.all(unfinished)
}

async function buyOnce(
  urlOf: () => string,
  shop: Shop,
  random: () => number,
  diary: Diary,
  stillRuns: () => void,
): Promise<void> {
  const checkout = await makeCheckout(urlOf, shop, random, diary)
  if (!checkout) return
  const path = `/v1/checkouts/custom/client/${checkout.client_secret}/confirm`
  // Somebody whose card was declined takes another one.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const body = {
      customer_email: `buyer-${Math.floor(random() * 400)}@example.com`,
      confirmation_token_id: `ctoken_test_${attempt === 3 ? 'success' : pick(random, CARDS)}`,
    }
    const reply = await ask(urlOf, path, body, { 'idempotency-key': randomUUID() }, stillRuns)
    if (reply.status === 200) {
      diary.acknowledged.add(checkout.id)
      return
    }
    if (reply.status !== 400) return note(diary, 'confirm', reply)
    diary.declined.add(checkout.id)
  }
}

async function makeCheckout(urlOf: () => string, shop: Shop, random: () => number, diary: Diary) {
  const headers = { authorization: `Bearer ${shop.token}`, 'idempotency-key': randomUUID() }
  const discount = random() < 0.3 ? { discount_id: shop.discountId } : {}
  const body = { product_id: pick(random, shop.products), ...discount }
  const reply = await ask(urlOf, '/v1/checkouts/custom/', body, headers)
  if (reply.status === 201) return reply.body as { id: string; client_secret: string }
  note(diary, 'create', reply)
  return null
}

/** A second subscription of somebody to the same product is refused, and nothing is strange about that. */
function note(diary: Diary, what: string, { status, body }: Reply): void {
  if (body.error === 'AlreadyActiveSubscriptionError') return
  diary.strange.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
}
