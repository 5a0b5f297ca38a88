import { CHECKOUT_BONES } from '@till/ui/bones'
import type { Language } from '../../platform/http/language.ts'
import type { PageAssets } from './assets.ts'
import { PAGE_TEXTS, type PageTexts } from './texts.ts'

const bones = (kinds: readonly string[]) => kinds.map((kind) => `<div class="bone ${kind}"></div>`).join('')

/** What stands where a page will be, until its script is there: the same places, so that nothing jumps. */
const PLACES = {
  checkout: `<main class="buy" aria-busy="true">
<div class="summary">${bones(CHECKOUT_BONES.summary)}</div>
<div class="form">${bones(CHECKOUT_BONES.form)}</div>
</main>`,
  invitation: '<main class="message" aria-busy="true"><span class="spinner"></span></main>',
}

/** The script of this page knows no other language. */
const IN_ENGLISH: readonly Place[] = ['invitation']

type Place = keyof typeof PLACES

interface ShellTerms {
  /** Anybody can pay with a test card. */
  readonly isTest?: boolean
  /** Inside a site's own page, in a frame that is as high as what it shows and never scrolls. */
  readonly isInline?: boolean
}

/** The frame that the page's script fills. It says hardly anything of what the page is about: that comes from the API. */
export function shellPage(
  place: Place,
  { texts, locale }: Language<PageTexts>,
  assets: PageAssets,
  prefix: string,
  { isTest = false, isInline = false }: ShellTerms = {},
): string {
  const inEnglish = IN_ENGLISH.includes(place)
  return documentOf(
    (inEnglish ? PAGE_TEXTS.en : texts).titles[place],
    `<link rel="stylesheet" href="${prefix}${assets.style}">
<script type="module" src="${prefix}${assets.script}"></script>`,
    `<div id="app"${isTest ? ' data-mode="sandbox"' : ''}${isInline ? ' data-embed="inline"' : ''}>
${isTest ? testBar(texts) : ''}${PLACES[place]}</div>
<noscript><p class="noscript" lang="${locale}">${texts.needsScript}</p></noscript>`,
    { locale: inEnglish ? 'en' : locale },
  )
}

/** As the page's script draws it, too: it stays where it is. */
const testBar = ({ testMode }: PageTexts) =>
  `<header><p class="test-bar"><strong>${testMode.title}</strong> ${testMode.text}</p></header>`

/** A page that stands alone: what went wrong, and what to do now. Both texts are ours, so there is nothing to escape. */
export function messagePage(
  { title, text }: { readonly title: string; readonly text: string },
  locale: string,
  style: string | null,
): string {
  return documentOf(title, sheet(style), `<main class="message"><h1>${title}</h1><p>${text}</p></main>`, { locale })
}

/** Two forms without a field: the address says everything. The secret was made here and needs no escaping. */
export function challengePage(secret: string, { texts, locale }: Language<PageTexts>, style: string | null): string {
  const { title, text, yes, no } = texts.challenge
  return documentOf(
    title,
    sheet(style),
    `<main class="message"><h1>${title}</h1>
<p>${text}</p>
<form method="post" action="${secret}/approve"><button class="button main">${yes}</button></form>
<form method="post" action="${secret}/refuse"><button class="button">${no}</button></form></main>`,
    { locale },
  )
}

const sheet = (style: string | null) => (style === null ? '' : `<link rel="stylesheet" href="${style}">`)

export interface DocumentTerms {
  readonly locale?: string
  /** Whether search engines may show it. */
  readonly isListed?: boolean
}

export function documentOf(
  title: string,
  head: string,
  body: string,
  { locale = 'en', isListed = false }: DocumentTerms = {},
): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isListed ? '' : '<meta name="robots" content="noindex">\n'}<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`
}
