import { el } from '../dom.ts'
import { formatMoney } from '../money.ts'
import { priceText, renewalText, sellersAddress, totalsOf } from '../offer.ts'
import type { Checkout } from '../shapes.ts'
import { benefitsBesideGoods } from '../state.ts'
import { downloadsSection } from './downloads.ts'
import { licenseKeysSection } from './license-keys.ts'
import { benefitList } from './summary.ts'
import type { Actions, View } from './view.ts'

/** After paying: thanks, what was bought, the keys and the files. */
export function resultView(checkout: Checkout, actions: Pick<Actions, 'reload'>): View {
  const keys = licenseKeysSection(actions)
  const downloads = downloadsSection(actions)
  const benefits = el('div')
  const element = el(
    'main',
    { class: 'result' },
    el('h1', { tabindex: '-1' }, 'Thank you'),
    el('p', { class: 'lead' }, thanksText(checkout)),
    keys.element,
    downloads.element,
    orderSummary(checkout, benefits),
    nextStep(checkout),
  )
  return {
    element,
    update(state) {
      if (state.screen !== 'result') return
      keys.update(state.keys, state.checkout)
      downloads.update(state.downloads, state.checkout)
      benefits.replaceChildren(benefitList(benefitsBesideGoods(state, state.checkout)) ?? '')
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
