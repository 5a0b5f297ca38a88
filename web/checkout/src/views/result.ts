import { button, el } from '../dom.ts'
import { formatMoney } from '../money.ts'
import { priceText, renewalText, sellersAddress, totalsOf } from '../offer.ts'
import type { Checkout, LicenseKey } from '../shapes.ts'
import { benefitsBesideKeys, type Keys } from '../state.ts'
import { copyText } from './copy.ts'
import { benefitList } from './summary.ts'
import type { Actions, View } from './view.ts'

/** After paying: thanks, what was bought, and the keys. */
export function resultView(checkout: Checkout, actions: Pick<Actions, 'reload'>): View {
  const keys = el('section', { class: 'keys', 'aria-label': 'License keys', 'aria-live': 'polite' })
  const benefits = el('div')
  const element = el(
    'main',
    { class: 'result' },
    el('h1', { tabindex: '-1' }, 'Thank you'),
    el('p', { class: 'lead' }, thanksText(checkout)),
    keys,
    orderSummary(checkout, benefits),
    nextStep(checkout),
  )
  return {
    element,
    update(state) {
      if (state.screen !== 'result') return
      keys.hidden = state.keys.kind === 'none'
      keys.replaceChildren(...keyNodes(state.keys, state.checkout, actions))
      benefits.replaceChildren(benefitList(benefitsBesideKeys(state.keys, state.checkout)) ?? '')
    },
  }
}

function thanksText({ customer_email, organization, total_amount, currency }: Checkout): string {
  const done = total_amount > 0 ? `You paid ${formatMoney(total_amount, currency)} to` : 'Your order is complete at'
  const buyer = customer_email === null ? '' : `, as ${customer_email}`
  return `${done} ${organization.name}${buyer}.`
}

function orderSummary(checkout: Checkout, benefits: HTMLElement): HTMLElement {
  const { parts, total } = totalsOf(checkout)
  const renewal = renewalText(checkout)
  const lines = [
    { label: 'Product', value: checkout.product.name },
    ...(parts.length === 0 ? [{ label: 'Price', value: priceText(checkout.product_price, checkout.currency) }] : parts),
  ]
  return el(
    'section',
    { class: 'totals', 'aria-label': 'Order' },
    el('h2', {}, 'Your order'),
    el(
      'dl',
      {},
      ...lines.flatMap(({ label, value }) => [el('dt', {}, label), el('dd', {}, value)]),
      el('dt', { class: 'total' }, total.label === 'Due today' ? 'Paid today' : total.label),
      el('dd', { class: 'total' }, total.value),
    ),
    renewal === null ? null : el('p', { class: 'renewal' }, renewal),
    benefits,
  )
}

function nextStep(checkout: Checkout): HTMLElement | null {
  const address = sellersAddress(checkout)
  if (address === null) return null
  const link = el(
    'a',
    { class: 'button', href: address, rel: 'noreferrer' },
    `Continue to ${checkout.organization.name}`,
  )
  return el('p', {}, link)
}

function keyNodes(keys: Keys, checkout: Checkout, actions: Pick<Actions, 'reload'>): Node[] {
  switch (keys.kind) {
    case 'none':
      return []
    case 'loading':
      return [el('p', {}, 'Fetching your license key …')]
    case 'hidden': {
      const text = 'License keys are shown for an hour, in the tab that paid. Ask the seller if you need yours again.'
      return [el('p', {}, text)]
    }
    case 'unreachable':
      return [
        el('p', {}, 'Your license keys are ready, but could not be fetched just now.'),
        el(
          'p',
          {},
          button('Try again', () => actions.reload()),
        ),
      ]
    case 'shown':
      return [
        el('h2', {}, keys.items.length === 1 ? 'Your license key' : 'Your license keys'),
        ...keys.items.map((key) => keyNode(key, checkout)),
        ...(keys.items.length === 0 ? [] : [el('p', {}, savingText(keys.items.length))]),
      ]
  }
}

function savingText(count: number): string {
  const [keys, them] = count === 1 ? ['key', 'it'] : ['keys', 'them']
  return `Save the ${keys} now: this page shows ${them} for an hour, in this tab.`
}

function keyNode(licenseKey: LicenseKey, { product }: Checkout): HTMLElement {
  const code = el('code', {}, licenseKey.key)
  const benefit = product.benefits.find(({ id }) => id === licenseKey.benefit_id)
  const copy = button('Copy', async () => {
    copy.textContent = (await copyText(code)) ? 'Copied' : 'Press Ctrl+C'
  })
  copy.setAttribute('aria-live', 'polite')
  return el(
    'div',
    { class: 'key' },
    benefit ? el('p', {}, benefit.description) : null,
    el('div', { class: 'beside' }, code, copy),
    el('p', { class: 'small' }, termsOf(licenseKey)),
  )
}

function termsOf({ limit_activations: limit, expires_at }: LicenseKey): string {
  const machines = limit === null ? null : `For ${limit} ${limit === 1 ? 'machine' : 'machines'}.`
  const until = expires_at === null ? null : `Valid until ${dateText(expires_at)}.`
  return [machines, until].filter((text) => text !== null).join(' ')
}

function dateText(moment: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(moment))
}
