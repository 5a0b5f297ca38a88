/** Nothing from elsewhere, nothing inline; inside another site's frame only where the seller said so. */
export function pageHeaders(embedOrigin: string | null = null): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
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
  if (url === null || !URL.canParse(url)) return null
  const { origin } = new URL(url)
  return /^https?:\/\/[\w.-]+(?::\d+)?$|^https?:\/\/\[[\da-f:]+\](?::\d+)?$/i.test(origin) ? origin : null
}
