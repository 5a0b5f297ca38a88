import packageJson from '../../package.json' with { type: 'json' }
import type { Route } from '../platform/http/route.ts'
import { describeApi } from '../platform/openapi/describe-api.ts'
import type { ApiDocument } from '../platform/openapi/document.ts'
import { STORY } from './example-story.ts'

/** What each group of operations is about, in the order in which a reader meets them. */
const TAGS: Readonly<Record<string, string>> = {
  Organizations: 'An organization sells: products, customers and orders belong to one.',
  Members: 'Who works for an organization, as owner, admin or with the right to read only, and invitations by link.',
  'Organization access tokens': 'Tokens that act for one organization, with the scopes that you choose.',
  Users: 'Yourself and your personal access tokens, which act for you in all of your organizations.',
  Products: 'What is sold, with its prices and with the benefits that come with it.',
  Benefits: 'What a purchase entitles to: license keys, or something of your own.',
  'Custom fields': 'Questions that products ask their buyers; the answers are in `custom_field_data`.',
  Discounts: 'Amounts or percentages off, with a code or set by the seller.',
  Files:
    'What you upload: files that customers download, pictures of products, avatars. Create a file, send its parts with ' +
    '`PUT` to the addresses in the answer, then say that it is uploaded.',
  Customers: 'Who bought. A checkout makes one when the e-mail address is new to the organization.',
  Checkouts:
    'A session in which one customer buys one product. `/v1/checkouts/...` answers like `/v1/checkouts/custom/...`.',
  'Checkout links':
    'Addresses to put on a page or into a mail: each visitor gets a checkout session of their own, prefilled from the query.',
  Sandbox: 'Test cards, for organizations that do not take real money yet, and what was charged on them.',
  Payments: 'Attempts to take money: what came of them, why, and what the processor calls them.',
  Orders: 'Purchases, and the first and later payments of subscriptions.',
  Refunds: 'Money that goes back to customers, all of an order or a part of it.',
  Subscriptions: 'Products that are paid for again and again.',
  'License keys': 'Keys that customers got with a purchase, and the devices where they are active.',
  Events:
    'Everything that has happened in an organization, numbered without a gap: to be read page by page, or followed as it comes.',
  Webhooks: 'Endpoints that are told of events, what was sent to them, and sending it again.',
  'Customer portal':
    'What customers see of theirs, with the token of a customer session. One that a confirm answers with shows that purchase.',
  Mailbox:
    'Mails to customers and to your team: what was sent, what waits, and what was kept because no mail server is set up. For owners only.',
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
