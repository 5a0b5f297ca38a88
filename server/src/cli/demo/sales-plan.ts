import type { ProductName } from './catalog.ts'
import { PEOPLE, type Person } from './people.ts'

export interface PlannedSale {
  readonly product: ProductName
  readonly buyer: Person
  readonly code: string | null
  /** What the buyer's first card came to, before another one was taken; null when the first one was. */
  readonly declinedFirst: string | null
  readonly campaign: string | null
}

const SALES = 60
/** What sells how often, over and over. */
const RHYTHM: readonly ProductName[] = ['plugin', 'samples', 'plugin', 'course', 'pass', 'plugin', 'samples', 'plugin']
const DECLINES: ReadonlyMap<number, string> = new Map([
  [8, 'insufficient_funds'],
  [23, 'declined'],
  [37, 'incorrect_cvc'],
  [52, 'expired_card'],
])
const CAMPAIGNS = ['newsletter', null, 'forum', null, null]

/** Always the same sales: a demo that differs from the screenshots helps nobody. */
export function planSales(): PlannedSale[] {
  const subscribers = new Set<Person>()
  return Array.from({ length: SALES }, (_, index) => {
    // 7 and 25 have no divisor in common, so everybody buys, and no two sales in a row look alike.
    const buyer = PEOPLE[(index * 7) % PEOPLE.length] as Person
    const wanted = RHYTHM[index % RHYTHM.length] as ProductName
    // Nobody subscribes to the same thing twice.
    const product = wanted === 'pass' && subscribers.has(buyer) ? 'course' : wanted
    if (product === 'pass') subscribers.add(buyer)
    return {
      product,
      buyer,
      code: codeFor(product, index),
      declinedFirst: product === 'samples' ? null : (DECLINES.get(index) ?? null),
      campaign: CAMPAIGNS[index % CAMPAIGNS.length] ?? null,
    }
  })
}

function codeFor(product: ProductName, index: number): string | null {
  if (product === 'pass') return index % 3 === 0 ? 'STUDENT50' : null
  if (product === 'samples') return null
  if (index % 5 === 0) return 'LAUNCH20'
  return index % 7 === 0 ? 'WELCOME5' : null
}
