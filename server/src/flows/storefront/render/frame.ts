import { type Html, html } from '../../../kernel/html.ts'
import { initialOf } from '../../../kernel/links.ts'
import { parsedUrl } from '../../../kernel/url.ts'
import type { Storefront } from '../model.ts'
import { TEXTS, type Texts } from '../texts/index.ts'
import type { Visit } from '../visit.ts'
import type { Addresses } from './addresses.ts'
import { aboutOf } from './head.ts'

/** Who sells here. */
export function banner({ organization }: Storefront, { texts }: Visit['language'], logo: string | null): Html {
  const { name, paymentsMode, profileSettings } = organization
  const about = aboutOf(organization)
  return html`<header>
${paymentsMode === 'sandbox' ? testBar(texts) : null}
<div class="seller">
${logo === null ? letter(name) : html`<img class="mark" src="${logo}" alt="" width="64" height="64">`}
<div class="who"><h1><bdi>${name}</bdi></h1>
${about && html`<p class="lead" dir="auto">${about}</p>`}
${elsewhere(profileSettings.links, texts.links(name))}</div>
</div>
</header>`
}

const testBar = ({ testMode }: Texts) =>
  html`<p class="test-bar"><strong>${testMode.title}</strong> ${testMode.text}</p>`

const letter = (name: string) => html`<span class="mark letter" aria-hidden="true">${initialOf(name)}</span>`

/** The seller's own pages, by the names of their hosts. */
function elsewhere(links: readonly string[], label: string): Html | null {
  const shown = links.flatMap((link) => {
    const url = /^https?:/i.test(link) ? parsedUrl(link) : null
    return url === null ? [] : [{ link, url }]
  })
  if (shown.length === 0) return null
  return html`<ul class="links" role="list" aria-label="${label}">${shown.map(
    ({ link, url }) => html`<li><a href="${link}" rel="noopener">${nameOf(url)}</a></li>`,
  )}</ul>`
}

function nameOf({ host, pathname }: URL): string {
  return host.replace(/^www\./, '') + (pathname === '/' ? '' : pathname.replace(/\/$/, ''))
}

export function pager({ page, hasMore }: Storefront, visit: Visit, addresses: Addresses): Html | null {
  if (page === 1 && !hasMore) return null
  const { texts } = visit.language
  const to = (number: number, rel: 'prev' | 'next', text: string) =>
    html`<a class="button" rel="${rel}" href="${addresses.page(visit, number)}">${text}</a>`
  return html`<nav class="pager" aria-label="${texts.pages}">
${page > 1 ? to(page - 1, 'prev', texts.previous) : null}
<span aria-current="page">${texts.page(page)}</span>
${hasMore ? to(page + 1, 'next', texts.next) : null}
</nav>`
}

/** The same page in the other languages. */
export function footer({ page }: Storefront, visit: Visit, addresses: Addresses): Html {
  const { language } = visit
  const items = Object.entries(TEXTS).map(([locale, texts]) =>
    texts === language.texts
      ? html`<li aria-current="true">${texts.name}</li>`
      : html`<li><a href="${addresses.page(visit, page, locale)}" lang="${locale}" hreflang="${locale}">${texts.name}</a></li>`,
  )
  return html`<footer><nav aria-label="${language.texts.language}"><ul class="languages" role="list">${items}</ul></nav></footer>`
}
