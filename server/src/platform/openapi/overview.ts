export const OVERVIEW = `Everything is JSON over HTTP. Amounts are whole numbers in the currency's smallest unit: 1999 is 19.99 USD, and
1999 JPY is 1,999 yen. Times are UTC, as in \`2026-01-31T09:30:00.000Z\`. A trailing slash is optional.

## Authentication

Send \`Authorization: Bearer <token>\`. A personal token (\`till_pat_...\`) acts for a person in all of their organizations; an
organization token (\`till_oat_...\`) acts for one organization. Each operation names the scope that it needs; the right to
write includes the right to read. Calls that a buyer's page makes need no token: the client secret in the path is enough.

## Errors

A refusal is \`{"error", "detail", "code", "request_id"}\`: \`error\` and \`code\` are for programs and stable, \`detail\` is a
sentence. Input that does not fit is 422 with \`error: "RequestValidationError"\` and a list in \`detail\`, one entry for
everything that is wrong, with its place. With \`Accept: application/problem+json\` errors come as RFC 9457 describes.
What is not there and what is not yours are the same 404.

## Doing it twice

Send an \`Idempotency-Key\` with any POST, PATCH or DELETE and repeat it without fear for 24 hours: the first answer comes
again, with \`Idempotent-Replayed: true\`. The same key with another request is 422; while the first still runs it is 409.
Single resources carry an \`ETag\`; with \`If-Match\` a change is made only to the version that you decided on.

## Lists

\`page\` counts from 1, \`limit\` is 10 and at most 100. \`sorting\` can be given several times; a leading minus sign sorts
descending. Filters can be given several times too: any of the values. Answers have \`items\` and
\`pagination: {total_count, max_page}\`.

## Limits

A body has at most 1 MiB. The headers \`RateLimit\` and \`RateLimit-Policy\` say what is left of your budget; beyond it the
answer is 429 with \`Retry-After\`.
`

export const TOKEN_DESCRIPTION =
  'A personal access token (`till_pat_...`) or an organization access token (`till_oat_...`). Each operation names the scope that it needs.'

export const SESSION_DESCRIPTION =
  'The token of a customer session (`till_cst_...`): with it one customer sees what is theirs, for an hour.'
