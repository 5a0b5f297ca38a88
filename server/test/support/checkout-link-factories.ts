import type { Reply } from './client.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

export function makeCheckoutLink(till: TestTill, fields: object): Promise<Body> {
  return till.owner.must(till.owner.post('/v1/checkout-links/', fields))
}

/** What a browser asks for when somebody clicks the link. */
export function openLink(
  till: TestTill,
  link: { client_secret: string },
  query: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return till.anonymous.get(`/buy/${link.client_secret}?${new URLSearchParams(query)}`, headers)
}

/** The checkout that an opened link leads to, as the seller sees it. */
export async function checkoutBehind(till: TestTill, { status, headers }: Reply): Promise<Body> {
  const location = headers.get('location') ?? ''
  const secret = /\/checkout\/(till_cs_\w+)/.exec(location)?.[1]
  if (status !== 303 || secret === undefined) throw new Error(`the link led with ${status} to: ${location}`)
  const [row] = await till.sql<{ id: string }[]>`select id from checkouts where client_secret = ${secret}`
  return till.owner.must(till.owner.get(`/v1/checkouts/custom/${row?.id}`))
}
