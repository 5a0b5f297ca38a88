import { el } from '../dom.ts'
import type { State } from '../state.ts'
import { needsRealCard, testModeText } from '../test-mode.ts'
import { formView } from './form.ts'
import { challengeView, messageView } from './message.ts'
import { resultView } from './result.ts'
import type { Actions, View } from './view.ts'

/** Puts the state's screen into the page; keeps the one that is there as long as it is the same. */
export function screensIn(root: HTMLElement, actions: Actions, base: string): (state: State) => void {
  const testNotice = el('p', { class: 'test-notice' })
  let shown: { screen: State['screen']; view: View } | undefined
  return (state) => {
    if (shown?.screen !== state.screen) {
      const isFirst = shown === undefined
      shown = { screen: state.screen, view: viewOf(state, actions, base) }
      root.replaceChildren(testNotice, shown.view.element)
      root.setAttribute('aria-busy', String(state.screen === 'loading'))
      document.title = titleOf(state)
      // Whoever cannot see the screen change hears its heading.
      if (!isFirst) root.querySelector<HTMLElement>('h1[tabindex]')?.focus()
    }
    showTestMode(testNotice, testModeText(state))
    shown.view.update(state)
  }
}

function viewOf(state: State, actions: Actions, base: string): View {
  if (state.screen === 'form' && needsRealCard(state.checkout)) return { element: realCardView(), update() {} }
  if (state.screen === 'form') return formView(state.checkout, actions, base)
  if (state.screen === 'result') return resultView(state.checkout, actions)
  return { element: plainScreen(state, actions), update() {} }
}

/** No real card number is ever typed here: that needs a form of the processor's own. */
function realCardView(): HTMLElement {
  const text =
    'Nothing was paid. This page takes test cards only for now; please ask the seller for another way to pay.'
  return messageView('Real cards cannot be used here yet', text)
}

function plainScreen(state: Exclude<State, { screen: 'form' | 'result' }>, actions: Actions): HTMLElement {
  switch (state.screen) {
    case 'loading':
      return el('main', {}, el('p', { class: 'loading', role: 'status' }, 'Loading …'))
    case 'waiting':
      return (
        challengeView(state.checkout) ??
        messageView(
          'One moment',
          'Your payment is on its way and not confirmed yet. Please do not pay again: this page goes on by itself.',
        )
      )
    case 'failed':
      return messageView('The payment failed', 'Nothing was paid. Ask the seller for a new link to try again.')
    case 'expired':
      return messageView(
        'This checkout has expired',
        'Nothing was paid. Go back to where you found the link, and start again.',
      )
    case 'missing':
      return messageView(
        'No such checkout',
        'This address leads to no checkout. Perhaps a part of it was lost: open the link again where you found it.',
      )
    case 'unreachable':
      return messageView('We cannot reach the shop', 'Check your connection, then try again.', () => actions.reload())
  }
}

function showTestMode(notice: HTMLElement, text: string | null): void {
  notice.hidden = text === null
  notice.replaceChildren(el('strong', {}, 'Test mode:'), ` ${text}`)
}

function titleOf(state: State): string {
  if (!('checkout' in state)) return 'Checkout'
  const { product, organization } = state.checkout
  return `${product.name} · ${organization.name}`
}
