import { button, el } from '../dom.ts'
import type { Checkout, LicenseKey } from '../shapes.ts'
import type { Goods } from '../state.ts'
import { copyText } from './copy.ts'
import { goodsNodes } from './goods.ts'
import type { Actions } from './view.ts'

const TEXTS = {
  loading: 'Fetching your license key …',
  hidden: 'License keys are shown for an hour, in the tab that paid. Ask the seller if you need yours again.',
  unreachable: 'Your license keys are ready, but could not be fetched just now.',
}

export function licenseKeysSection(actions: Pick<Actions, 'reload'>) {
  const element = el('section', { class: 'keys', 'aria-label': 'License keys', 'aria-live': 'polite' })
  return {
    element,
    update(keys: Goods<LicenseKey>, checkout: Checkout): void {
      element.hidden = keys.kind === 'none'
      element.replaceChildren(
        ...goodsNodes(keys, TEXTS, actions, (items) => [
          el('h2', {}, items.length === 1 ? 'Your license key' : 'Your license keys'),
          ...items.map((key) => keyNode(key, checkout)),
          ...(items.length === 0 ? [] : [el('p', {}, savingText(items.length))]),
        ]),
      )
    },
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
