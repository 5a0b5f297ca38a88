import type { Items, Reply } from './api.ts'
import { NO_PROBLEMS, type Problems, problemsOf } from './problems.ts'
import type { Benefit, Checkout, Download, ErrorBody, LicenseKey } from './shapes.ts'

/** Keys or files that were bought, as far as they are known. */
export type Goods<Item> =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly items: readonly Item[] }
  /** Bought in another browser, or too long ago. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unreachable' }

export type State =
  | { readonly screen: 'loading' }
  | FormState
  | { readonly screen: 'waiting'; readonly checkout: Checkout }
  | ResultState
  | { readonly screen: 'failed'; readonly checkout: Checkout }
  | { readonly screen: 'expired' }
  | { readonly screen: 'missing' }
  | { readonly screen: 'unreachable' }

interface ResultState {
  readonly screen: 'result'
  readonly checkout: Checkout
  readonly keys: Goods<LicenseKey>
  readonly downloads: Goods<Download>
}

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
      return {
        screen: 'result',
        checkout,
        keys: { kind: gives('license_keys', checkout) },
        downloads: { kind: gives('downloadables', checkout) },
      }
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

export function withGoods(state: State, goods: Partial<Pick<ResultState, 'keys' | 'downloads'>>): State {
  return state.screen === 'result' ? { ...state, ...goods } : state
}

export function goodsAfterReading<Item>(reply: Reply<Items<Item>>): Goods<Item> {
  if (reply.kind === 'ok') return { kind: 'shown', items: reply.body.items }
  return { kind: reply.kind === 'refused' && reply.status === 401 ? 'hidden' : 'unreachable' }
}

/** What is bought, but for what is named above its key or its files. */
export function benefitsBesideGoods(
  { keys, downloads }: Pick<ResultState, 'keys' | 'downloads'>,
  { product }: Checkout,
): readonly Benefit[] {
  return product.benefits.filter(
    (benefit) => !isNamedIn(keys, benefit, 'license_keys') && !isNamedIn(downloads, benefit, 'downloadables'),
  )
}

function isNamedIn(goods: Goods<{ readonly benefit_id: string }>, { id, type }: Benefit, kind: string): boolean {
  if (goods.kind === 'shown') return goods.items.some((item) => item.benefit_id === id)
  return goods.kind === 'loading' && type === kind
}

function gives(type: string, { product }: Checkout): 'loading' | 'none' {
  return product.benefits.some((benefit) => benefit.type === type) ? 'loading' : 'none'
}
