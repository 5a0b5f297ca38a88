import packageJson from '../../package.json' with { type: 'json' }
import type { Route } from '../platform/http/route.ts'
import { describeApi } from '../platform/openapi/describe-api.ts'
import type { ApiDocument } from '../platform/openapi/document.ts'
import { STORY } from './example-story.ts'

/** What each group of operations is about, in the order in which a reader meets them. */
const TAGS: Readonly<Record<string, string>> = {
  Organizations: 'An organization sells: products, customers and orders belong to one.',
  'Organization access tokens': 'Tokens that act for one organization, with the scopes that you choose.',
  Products: 'What is sold, with its prices and with the benefits that come with it.',
  Benefits: 'What a purchase entitles to: license keys, or something of your own.',
  Discounts: 'Amounts or percentages off, with a code or set by the seller.',
  Customers: 'Who bought. A checkout makes one when the e-mail address is new to the organization.',
  Checkouts:
    'A session in which one customer buys one product. `/v1/checkouts/...` answers like `/v1/checkouts/custom/...`.',
  Sandbox: 'Test cards, for organizations that do not take real money yet.',
  Orders: 'Purchases, and the first and later payments of subscriptions.',
  Subscriptions: 'Products that are paid for again and again.',
  'License keys': 'Keys that customers got with a purchase, and the devices where they are active.',
  'Customer portal': 'What customers see of theirs, with the token of a customer session.',
}

export function openApiDocument(routes: readonly Route[]): ApiDocument {
  return describeApi(routes, { version: packageJson.version, tags: TAGS, story: STORY })
}

/** The text of openapi/openapi.json and of GET /openapi.json. */
export function openApiText(routes: readonly Route[]): string {
  return textOf(openApiDocument(routes))
}

export function textOf(document: ApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
