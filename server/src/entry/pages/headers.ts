import { parsedUrl } from '../../kernel/url.ts'

/** Whose scripts and frames a page may load beside its own. */
interface Sources {
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly calls: readonly string[]
}

const OWN: Sources = { scripts: [], frames: [], calls: [] }

/** What the card form of real money needs, as its maker says (https://docs.stripe.com/security/guide). */
const STRIPE: Sources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
}

export interface PageTerms {
  /** The one site that may show the page in a frame. */
  readonly embedOrigin?: string | null
  readonly takesRealMoney?: boolean
}

/** Nothing from elsewhere, nothing inline; inside another site's frame only where the seller said so. */
export function pageHeaders({
  embedOrigin = null,
  takesRealMoney = false,
}: PageTerms = {}): Readonly<Record<string, string>> {
  const { scripts, frames, calls } = takesRealMoney ? STRIPE : OWN
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    ["connect-src 'self'", ...calls].join(' '),
    "img-src 'self' data:",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${originOf(embedOrigin) ?? "'none'"}`,
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // The address holds the client secret: it goes to nobody, and no cache on the way keeps the page.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}

/** Host names may hold characters that mean something in a policy: then nobody may frame the page. */
function originOf(url: string | null): string | null {
  const origin = url && parsedUrl(url)?.origin
  if (!origin) return null
  return /^https?:\/\/[\w.-]+(?::\d+)?$|^https?:\/\/\[[\da-f:]+\](?::\d+)?$/i.test(origin) ? origin : null
}
