/**
 * The token that shows the buyer's keys, for this tab alone: never in an address, where it would end up in histories
 * and logs. Kept in memory too, for browsers that allow no storage inside a frame.
 */
const kept = new Map<string, string>()
const nameOf = (checkoutId: string) => `till.customer-session.${checkoutId}`

export function keepSession(checkoutId: string, token: string): void {
  kept.set(checkoutId, token)
  try {
    sessionStorage.setItem(nameOf(checkoutId), token)
  } catch {
    // Then the keys are shown until the page is left.
  }
}

export function sessionFor(checkoutId: string): string | null {
  try {
    return kept.get(checkoutId) ?? sessionStorage.getItem(nameOf(checkoutId))
  } catch {
    return null
  }
}
