import { wordsOf } from '@till/ui/links'
import { type Html, html } from '../../../kernel/html.ts'
import { initialOf, type Links } from '../../../kernel/links.ts'
import { productMediaView } from '../../../modules/files/index.ts'
import type { Organization } from '../../../modules/organizations/index.ts'
import type { FullProduct } from '../../../modules/products/index.ts'
import type { Visit } from '../visit.ts'
import type { Addresses } from './addresses.ts'
import { excerptOf } from './excerpt.ts'
import { buttonText, priceLine } from './price.ts'

export interface Shelf {
  readonly visit: Visit
  readonly organization: Organization
  readonly addresses: Addresses
  readonly links: Links
}

export function productCard(product: FullProduct, shelf: Shelf): Html {
  const { language } = shelf.visit
  // Those who hear the page know of a button by its name alone.
  const label = buttonText(product, language)
  return html`<li class="card product">
${picture(product, shelf)}
<div class="about">
<div class="offer"><h2><bdi>${product.name}</bdi></h2>
${prices(product, shelf)}</div>
${description(product, shelf)}
${benefits(product, shelf)}
<form method="post" action="${shelf.addresses.buy(shelf.visit)}">
<input type="hidden" name="product_id" value="${product.id}">
${language.isChosen ? html`<input type="hidden" name="locale" value="${language.locale}">` : null}
<button class="button main" aria-label="${label}: ${product.name}">${label}</button>
</form>
</div>
</li>
`
}

export function pictureOf({ medias }: FullProduct, { links, addresses }: Pick<Shelf, 'links' | 'addresses'>) {
  const [first] = medias
  return first ? addresses.own(productMediaView(first, links).public_url) : null
}

/** Beside its name a picture says nothing new to those who cannot see it. */
function picture(product: FullProduct, shelf: Shelf): Html {
  const url = pictureOf(product, shelf)
  if (url === null) return html`<span class="picture letter" aria-hidden="true">${initialOf(product.name)}</span>`
  return html`<img class="picture" src="${url}" alt="" width="640" height="400" loading="lazy" decoding="async">`
}

function prices({ prices }: FullProduct, { organization, visit }: Shelf): Html {
  const lines = prices.map((price) => priceLine(price, organization.defaultCurrency, visit.language))
  const [only] = lines
  if (lines.length === 1) return html`<p class="price">${only}</p>`
  return html`<ul class="price" role="list">${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}

function description({ name, description }: FullProduct, { visit }: Shelf): Html | null {
  // Nothing in a card leads away from the store.
  const text = wordsOf(description ?? '').trim()
  if (text === '') return null
  const { shown, rest } = excerptOf(text)
  if (rest === '') return html`<p class="description" dir="auto">${text}</p>`
  const { readMore } = visit.language.texts
  return html`<p class="description" dir="auto">${shown.trimEnd()} …</p>
<details class="more"><summary aria-label="${readMore}: ${name}">${readMore}</summary>
<p class="description" dir="auto">… ${rest}</p></details>`
}

const MOST_BENEFITS = 6

function benefits({ benefits }: FullProduct, { visit }: Shelf): Html | null {
  if (benefits.length === 0) return null
  const { texts } = visit.language
  const shown = benefits.length > MOST_BENEFITS ? benefits.slice(0, MOST_BENEFITS - 1) : benefits
  const left = benefits.length - shown.length
  return html`<ul class="benefits" role="list" aria-label="${texts.benefits}">
${shown.map((benefit) => html`<li dir="auto">${benefit.description}</li>`)}
${left > 0 ? html`<li class="note">${texts.moreBenefits(left)}</li>` : null}</ul>`
}
