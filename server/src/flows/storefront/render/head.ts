import { type Html, html } from '../../../kernel/html.ts'
import type { Storefront } from '../model.ts'
import { TEXTS } from '../texts/index.ts'
import type { Visit } from '../visit.ts'
import type { Addresses } from './addresses.ts'

/** What search engines and messengers show of the page. */
export interface Summary {
  readonly title: string
  readonly description: string
  /** The path of a picture. */
  readonly picture: string | null
}

export function summaryOf({ organization, page }: Storefront, { language }: Visit, picture: string | null): Summary {
  const { texts } = language
  const name = plain(organization.name)
  return {
    title: page === 1 ? name : `${name} – ${texts.page(page)}`,
    description: plain(aboutOf(organization) ?? texts.about(name)),
    picture,
  }
}

/** What the seller says of themselves: the longer of two texts that they can write. */
export function aboutOf({ bio, profileSettings }: Storefront['organization']): string | null {
  return bio?.trim() || profileSettings.description?.trim() || null
}

export function headOf(summary: Summary, store: Storefront, visit: Visit, addresses: Addresses): Html {
  const { page, organization } = store
  const { title, description, picture } = summary
  const { accent_color: accent } = organization.profileSettings
  const address = (locale: string | null) => addresses.absolute(addresses.page(visit, page, locale))
  return html`${accent === null ? null : html`<link rel="stylesheet" href="${addresses.accent(accent)}">\n`}<meta name="description" content="${description}">
<link rel="canonical" href="${address(visit.language.isChosen ? visit.language.locale : null)}">
${Object.keys(TEXTS).map((locale) => html`<link rel="alternate" hreflang="${locale}" href="${address(locale)}">\n`)}
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address(null)}">
${picture === null ? null : html`<meta property="og:image" content="${addresses.absolute(picture)}">`}`
}

/** On one line, and without the marks that turn the direction of everything after them. */
function plain(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
