import { type Html, html } from '../../../kernel/html.ts'
import type { Links } from '../../../kernel/links.ts'
import type { Storefront } from '../model.ts'
import type { Visit } from '../visit.ts'
import type { Addresses } from './addresses.ts'
import { banner, footer, pager } from './frame.ts'
import { headOf, summaryOf } from './head.ts'
import { pictureOf, productCard } from './product.ts'

/** What a document is made of. */
export interface StorePage {
  readonly locale: string
  readonly title: string
  readonly head: Html
  readonly body: Html
  /** Whether search engines may show it. */
  readonly isListed: boolean
}

export function storePage(store: Storefront, visit: Visit, addresses: Addresses, links: Links): StorePage {
  const { organization, products } = store
  const logo = addresses.own(organization.avatarUrl)
  const pictures = products.flatMap((product) => pictureOf(product, { links, addresses }) ?? [])
  const summary = summaryOf(store, visit, logo ?? pictures[0] ?? null)
  const shelf = { visit, organization, addresses, links }
  const cards = products.map((product) => productCard(product, shelf))
  return {
    locale: visit.language.locale,
    title: summary.title,
    head: headOf(summary, store, visit, addresses),
    body: html`${banner(store, visit.language, logo)}
<main class="shelf">
${cards.length > 0 ? html`<ul class="products${pictures.length > 0 ? ' pictured' : ''}" role="list">${cards}</ul>` : nothingYet(visit)}
${pager(store, visit, addresses)}
</main>
${footer(store, visit, addresses)}`,
    // Nobody should come upon a shop where everybody can pay with a test card.
    isListed: organization.paymentsMode === 'live',
  }
}

const nothingYet = ({ language }: Visit) => html`<p class="empty">${language.texts.nothingYet}</p>`

type Messages = Visit['language']['texts']['messages']

/** What went wrong, and where to go now. */
export function storeMessage(code: string, visit: Visit, addresses: Addresses): StorePage {
  const { locale, texts } = visit.language
  const key = Object.hasOwn(texts.messages, code) ? (code as keyof Messages) : 'other'
  const { title, text } = texts.messages[key]
  const leadsNowhere = key === 'resource_not_found'
  return {
    locale,
    title,
    head: html``,
    body: html`<main class="message"><h1>${title}</h1><p>${text}</p>
${leadsNowhere ? null : html`<a class="button main" href="${addresses.page(visit, 1)}">${texts.toStore}</a>`}</main>`,
    isListed: false,
  }
}
