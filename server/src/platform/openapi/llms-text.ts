import type { ApiDocument } from './document.ts'
import { operationsOf } from './operations-of.ts'

/** The API in a few words, for language models: the rules first, then one line for each operation. */
export function llmsText(document: ApiDocument): string {
  const operations = operationsOf(document)
  const groups = document.tags.map(({ name, description }) => {
    const lines = operations.filter((operation) => operation.tags.includes(name)).map(line)
    return [`## ${name}`, '', ...(description === undefined ? [] : [description, '']), ...lines, ''].join('\n')
  })
  return `# ${document.info.title} ${document.info.version}

> Till is a self-hosted commerce service. Organizations sell products through checkouts; a confirmed checkout makes an
> order, and where the product says so a subscription and license keys.

The full description is /openapi.json (OpenAPI 3.1), and for people /docs.

${RULES}
${groups.join('\n')}`
}

const RULES = `## Rules

- JSON in and out. Errors are {"error", "detail", "code", "request_id"}; for 422 \`detail\` is a list of {type, loc, msg, input}.
- Authorization: Bearer <token>. The scope in brackets is needed; write includes read. "no token" needs none.
- Amounts are integers in the currency's smallest unit (1999 usd is $19.99, 1999 jpy is 1999 yen). Currencies are lower-case.
- Ids are UUIDs; times are UTC, such as 2026-01-31T09:30:00.000Z. Every key of an answer is always there, or null.
- PATCH: absent keeps, null clears. Unknown body fields are ignored, unless Prefer: handling=strict.
- Send an Idempotency-Key with POST, PATCH and DELETE; repeat after a timeout with the same key and body.
- Lists: page (from 1), limit (10, at most 100), sorting (repeatable, -name descends); answers have items and pagination.
- 404 is for what is missing and for what is not yours. After 429 and 503 wait for Retry-After.
`

function line(operation: ReturnType<typeof operationsOf>[number]): string {
  const needed = Object.keys(operation.security[0] ?? {})[0]
  const scope = operation['x-required-scope'] ?? (needed === 'customerSession' ? 'customer session' : 'no token')
  return `- ${operation.method} ${operation.path} - ${operation.summary} [${scope}]`
}
