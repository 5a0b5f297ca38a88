import { type Language, languageFor } from '../../platform/http/language.ts'
import { TEXTS, type Texts } from './texts/index.ts'

/** What a visitor has asked for. */
export interface Visit {
  readonly slug: string
  /** From 1. */
  readonly page: number
  readonly language: Language<Texts>
}

export interface Asked {
  readonly slug: string
  readonly page?: unknown
  readonly locale?: unknown
  readonly acceptLanguage?: string | undefined
}

/** Whatever stands in the address. Visitors have not typed it, so what makes no sense is left out. */
export function visitOf({ slug, page, locale, acceptLanguage }: Asked): Visit {
  return {
    slug: slug.toLowerCase(),
    page: typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    language: languageFor(TEXTS, locale, acceptLanguage),
  }
}

/** What cannot be a slug needs no look-up, and could hold what no database takes. */
export function isSlug(text: string): boolean {
  return /^[a-z\d-]{3,64}$/.test(text)
}
