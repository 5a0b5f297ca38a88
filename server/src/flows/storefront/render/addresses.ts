import { parsedUrl } from '../../../kernel/url.ts'
import type { Visit } from '../visit.ts'

/**
 * Where things lie on this server. Pages name paths only: a visitor may know the server by another name than its own, and
 * pictures and forms that lead elsewhere are forbidden to them.
 */
export class Addresses {
  readonly #base: string
  readonly prefix: string

  /** `baseUrl` has no slash at its end. */
  constructor(baseUrl: string) {
    this.#base = baseUrl
    this.prefix = new URL(baseUrl).pathname.replace(/\/+$/, '')
  }

  /** The page of a store, in the language that the visitor has chosen. */
  page({ slug, language }: Visit, page: number, locale = language.isChosen ? language.locale : null): string {
    const query = new URLSearchParams()
    if (page > 1) query.set('page', String(page))
    if (locale !== null) query.set('locale', locale)
    return `${this.prefix}/store/${encodeURIComponent(slug)}${query.size > 0 ? `?${query}` : ''}`
  }

  buy({ slug }: Visit): string {
    return `${this.prefix}/store/${encodeURIComponent(slug)}/buy`
  }

  /** The color is the address: a shop with another one has another sheet, so a browser may keep what it has for a while. */
  accent(color: string): string {
    return `${this.prefix}/assets/accent/${color.slice(1).toLowerCase()}.css`
  }

  /** With the server's own name, for those who come from elsewhere. */
  absolute(path: string): string {
    return this.#base + path.slice(this.prefix.length)
  }

  /** The path of what lies on this server; null for what lies elsewhere. */
  own(url: string | null): string | null {
    const parsed = url === null ? null : parsedUrl(url)
    return parsed?.href.startsWith(`${this.#base}/`) ? parsed.href.slice(parsed.origin.length) : null
  }
}
