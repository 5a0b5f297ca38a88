import type { Reply } from './api.ts'
import { NO_PROBLEMS, type Problems, problemsOf } from './problems.ts'
import type { Benefit, Checkout, ErrorBody, LicenseKey } from './shapes.ts'

export type Keys =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly items: readonly LicenseKey[] }
  /** Bought in another browser, or too long ago. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unreachable' }

export type State =
  | { readonly screen: 'loading' }
  | FormState
  | { readonly screen: 'waiting'; readonly checkout: Checkout }
  | { readonly screen: 'result'; readonly checkout: Checkout; readonly keys: Keys }
  | { readonly screen: 'failed'; readonly checkout: Checkout }
  | { readonly screen: 'expired' }
  | { readonly screen: 'missing' }
  | { readonly screen: 'unreachable' }

interface FormState {
  readonly screen: 'form'
  readonly checkout: Checkout
  readonly busy: Busy
  readonly problems: Problems
  /** What the buyer has to know before going on; nothing is wrong. */
  readonly notice: string | null
}

/** What the page is doing, so that nothing can be sent twice meanwhile. */
export type Busy = 'no' | 'saving' | 'paying'

/** What a read of the checkout means for the page. */
export function stateAfterReading(reply: Reply<Checkout>): State {
  if (reply.kind === 'unreachable') return { screen: 'unreachable' }
  if (reply.kind === 'refused') {
    if (reply.status === 410) return { screen: 'expired' }
    return { screen: reply.status === 404 ? 'missing' : 'unreachable' }
  }
  return stateOf(reply.body)
}

/** After a second look: the form stays, with what was typed, while the checkout is open or cannot be read. */
export function stateAfterSecondLook(before: State, read: State, problemsFor: (checkout: Checkout) => Problems): State {
  const state = read.screen === 'unreachable' ? before : read
  return state.screen === 'form' ? withProblems(state, problemsFor(state.checkout)) : state
}

export function stateOf(checkout: Checkout): State {
  switch (checkout.status) {
    case 'open':
      return { screen: 'form', checkout, busy: 'no', problems: NO_PROBLEMS, notice: null }
    case 'confirmed':
      return { screen: 'waiting', checkout }
    case 'succeeded':
      return { screen: 'result', checkout, keys: { kind: givesKeys(checkout) ? 'loading' : 'none' } }
    case 'expired':
      return { screen: 'expired' }
    default:
      return { screen: 'failed', checkout }
  }
}

/** Once a checkout is closed there is no form to go back to, whatever arrives late. */
export function isBusy(state: State): boolean {
  return state.screen !== 'form' || state.busy !== 'no'
}

export function withBusy(state: State, busy: Busy): State {
  return state.screen === 'form' ? { ...state, busy, notice: null } : state
}

export function withProblems(state: State, problems: Problems): State {
  return state.screen === 'form' ? { ...state, busy: 'no', problems, notice: null } : state
}

export function withNotice(state: State, notice: string): State {
  return state.screen === 'form' ? { ...state, notice } : state
}

export function withRefusal(state: State, body: ErrorBody): State {
  return state.screen === 'form' ? withProblems(state, problemsOf(body, state.checkout)) : state
}

export function withCheckout(state: State, checkout: Checkout): State {
  return state.screen === 'form' && checkout.status === 'open'
    ? { screen: 'form', checkout, busy: 'no', problems: NO_PROBLEMS, notice: null }
    : stateOf(checkout)
}

export function withKeys(state: State, keys: Keys): State {
  return state.screen === 'result' ? { ...state, keys } : state
}

export function keysAfterReading(reply: Reply<{ readonly items: readonly LicenseKey[] }>): Keys {
  if (reply.kind === 'ok') return { kind: 'shown', items: reply.body.items }
  return { kind: reply.kind === 'refused' && reply.status === 401 ? 'hidden' : 'unreachable' }
}

/** What is bought, but for what is named above its key. */
export function benefitsBesideKeys(keys: Keys, { product }: Checkout): readonly Benefit[] {
  return product.benefits.filter(({ id, type }) => {
    if (keys.kind === 'shown') return !keys.items.some((key) => key.benefit_id === id)
    return keys.kind !== 'loading' || type !== 'license_keys'
  })
}

function givesKeys({ product }: Checkout): boolean {
  return product.benefits.some((benefit) => benefit.type === 'license_keys')
}
