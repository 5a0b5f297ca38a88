/** Parts that have a section of their own on the page: where they are nested, three dots stand for them. */
const SHOWN_ELSEWHERE = [
  ...['product', 'products', 'prices', 'product_price', 'price', 'benefits', 'discount', 'organization'],
  ...['customer', 'user', 'subscription', 'license_key', 'activations', 'billing_address', 'customer_billing_address'],
  'attached_custom_fields',
]

/** As the page shows it: secrets cut, pages of a list down to their first item, what has its own section left out. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      SHOWN_ELSEWHERE.includes(name) && isFilled(part) ? '…' : shortened(firstOnly(name, part)),
    ]),
  )
}

function firstOnly(name: string, value: unknown): unknown {
  return name === 'items' && Array.isArray(value) ? value.slice(0, 1) : value
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Enough to recognize the kind, too little to use. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(till_[a-z]+_\w{4})\w+/g, '$1…')
    .replace(/([A-Z]+-[0-9A-F]{8})(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/g, '$1-…')
    .replace(/(\/(?:uploads|downloads)\/[\w-]{4})[\w-]+/g, '$1…')
    .replace(/([0-9a-f]-[0-9a-f]{12}\/[0-9a-f]{4})[0-9a-f]{28}$/, '$1…')
}

/** The same for two runs: ids, times and secrets are replaced by what they are. */
export function lasting(value: unknown): unknown {
  if (typeof value === 'string') return lastingText(value)
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lasting(part)]))
}

function lastingText(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
    .replace(/(till_[a-z]+_)\w{4}…/g, '$1…')
    .replace(/([A-Z]+-)[0-9A-F]{8}-…/g, '$1…')
    .replace(/(\/(?:uploads|downloads|ID)\/)[\w-]{4}…/g, '$1…')
    .replace(/^\*{4}-[0-9A-F]{6}$/, '****-…')
}
