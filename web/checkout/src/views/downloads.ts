import { el } from '../dom.ts'
import type { Checkout, Download } from '../shapes.ts'
import type { Goods } from '../state.ts'
import { goodsNodes } from './goods.ts'
import type { Actions } from './view.ts'

const TEXTS = {
  loading: 'Fetching your downloads …',
  hidden: 'Downloads are shown for an hour, in the tab that paid. Ask the seller if you need them again.',
  unreachable: 'Your downloads are ready, but could not be fetched just now.',
}

/** The files that were bought, under what the seller calls them. */
export function downloadsSection(actions: Pick<Actions, 'reload'>) {
  const element = el('section', { class: 'keys', 'aria-label': 'Downloads', 'aria-live': 'polite' })
  return {
    element,
    update(downloads: Goods<Download>, checkout: Checkout): void {
      element.hidden = downloads.kind === 'none'
      element.replaceChildren(
        ...goodsNodes(downloads, TEXTS, actions, (items) => [
          el('h2', {}, 'Your downloads'),
          ...byBenefit(items, checkout),
        ]),
      )
    },
  }
}

function byBenefit(items: readonly Download[], { product }: Checkout): Node[] {
  return product.benefits.flatMap((benefit) => {
    const files = items.filter((item) => item.benefit_id === benefit.id)
    return files.length === 0
      ? []
      : [el('div', { class: 'key' }, el('p', {}, benefit.description), ...files.map(fileNode))]
  })
}

function fileNode({ file }: Download): HTMLElement {
  const details = [file.version, file.size_readable].filter((text) => text !== null).join(' · ')
  return el(
    'div',
    { class: 'beside' },
    el('div', {}, file.name, el('p', { class: 'small' }, details)),
    el(
      'a',
      { class: 'button', href: file.download.url, rel: 'noreferrer', 'aria-label': `Download ${file.name}` },
      'Download',
    ),
  )
}
