import { el } from '../dom.ts'
import { priceText, renewalText, totalsOf } from '../offer.ts'
import type { Benefit, Checkout } from '../shapes.ts'

export interface SummaryView {
  readonly element: HTMLElement
  update(checkout: Checkout): void
}

/** Who sells what, and how the total comes about. The totals are read out when they change. */
export function summaryView(checkout: Checkout, base: string): SummaryView {
  const { product, organization } = checkout
  const price = el('p', { class: 'price' })
  const totals = el('div', { class: 'totals', 'aria-live': 'polite' })
  const element = el(
    'section',
    { class: 'summary', 'aria-label': 'What you get' },
    sellerLine(organization.name, base),
    product.medias[0] ? el('img', { class: 'media', src: product.medias[0].public_url, alt: '' }) : null,
    el('h1', {}, product.name),
    price,
    product.description ? el('p', { class: 'description' }, product.description) : null,
    benefitList(product.benefits),
    totals,
  )
  return {
    element,
    update(changed) {
      price.textContent = priceText(changed.product_price, changed.currency)
      totals.replaceChildren(...totalsNodes(changed))
    },
  }
}

function sellerLine(name: string, base: string): HTMLElement {
  const initial = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
  const src = `${base}/avatars/${encodeURIComponent([...initial][0] ?? '?')}.svg`
  return el('p', { class: 'seller' }, el('img', { src, alt: '', width: '28', height: '28' }), name)
}

export function benefitList(benefits: readonly Benefit[]): HTMLElement | null {
  if (benefits.length === 0) return null
  return el('ul', { class: 'benefits' }, ...benefits.map((benefit) => el('li', {}, benefit.description)))
}

function totalsNodes(checkout: Checkout): Node[] {
  const { parts, total } = totalsOf(checkout)
  const renewal = renewalText(checkout)
  return [
    el(
      'dl',
      {},
      ...parts.flatMap(({ label, value }) => [el('dt', {}, label), el('dd', {}, value)]),
      el('dt', { class: 'total' }, total.label),
      el('dd', { class: 'total' }, total.value),
    ),
    ...(renewal === null ? [] : [el('p', { class: 'renewal' }, renewal)]),
  ]
}
