import type { RefundReason } from '../../modules/refunds/index.ts'
import type { FailureReason } from '../../platform/outbound/failure.ts'

/** Everything that mails say, in one language. Another language is another one of these. */
export const ENGLISH = {
  language: 'en',
  date: (moment: Date) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(moment),
  moment: (moment: Date) =>
    `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(moment)} UTC`,
  soldBy: (seller: string) => `Sold by ${seller}`,
  sentBy: (seller: string) => `Sent for ${seller}`,
  replyTo: (address: string) => `Questions? Reply to this mail, or write to ${address}.`,
  noReply: 'Nobody reads replies to this mail.',
  testSubject: (subject: string) => `[Test] ${subject}`,

  receipt: {
    subject: (seller: string) => `Your receipt from ${seller}`,
    freeSubject: (seller: string) => `Your order from ${seller}`,
    heading: 'Thank you for your purchase',
    freeHeading: 'Thank you for your order',
    renewed: 'Your subscription was renewed',
    preview: (product: string, total: string) => `${product}, ${total}`,
    test: 'This was a test with a test card. No money was taken.',
    freeTest: 'This was a test order.',
    every: { day: 'Every day', week: 'Every week', month: 'Every month', year: 'Every year' },
    renews: (every: string, date: string) => `${every}. Renews on ${date}, until you cancel.`,
    ends: (every: string, date: string) => `${every}. Ends on ${date}.`,
    ended: (every: string, date: string) => `${every}. Ended on ${date}.`,
    discount: (name: string) => `Discount: ${name}`,
    tax: 'Tax',
    total: 'Total',
    keysAre: (many: number) => (many === 1 ? 'Your license key' : 'Your license keys'),
    expires: (date: string) => `Expires on ${date}`,
    activations: (most: number) => (most === 1 ? 'One activation' : `Up to ${count(most)} activations`),
    uses: (most: number) => (most === 1 ? 'One use' : `Up to ${count(most)} uses`),
    files: 'Your downloads',
    portal: 'Open your purchases',
    portalNote: 'Sign in there with this e-mail address to download files, and to see everything that you bought.',
    order: 'Order',
    paidOn: 'Date',
  },

  refund: {
    subject: (seller: string) => `Your refund from ${seller}`,
    heading: 'Your money is on its way back',
    testHeading: 'A test refund',
    preview: (total: string, product: string) => `${total} for ${product}`,
    text: (total: string, product: string) => `We have refunded ${total} for ${product}.`,
    when: 'It goes back to where it came from. Banks take up to ten days until it shows there.',
    test: (total: string, product: string) => `This was a test refund of ${total} for ${product}. No money was moved.`,
    amount: 'Refund',
    tax: 'Tax',
    total: 'Total',
    reason: 'Reason',
    order: 'Order',
    orderedOn: 'Ordered on',
    /** Null where it would tell a buyer nothing, or would sound like a reproach. */
    reasons: {
      duplicate: 'It was paid twice',
      fraudulent: null,
      customer_request: 'As you asked',
      service_disruption: 'The service was not available',
      satisfaction_guarantee: 'Money-back guarantee',
      other: null,
    } satisfies Record<RefundReason, string | null>,
  },

  signIn: {
    subject: (seller: string) => `Your sign-in code for ${seller}`,
    heading: 'Your sign-in code',
    preview: 'It works once, for ten minutes.',
    text: (seller: string) => `Enter this code to see your purchases from ${seller}.`,
    note: 'The code works once, for ten minutes. We never ask for it by phone or in a mail. If you did not want to sign in, do nothing: nobody can without the code.',
  },

  invitation: {
    subject: (seller: string) => `You are invited to ${seller}`,
    heading: (seller: string) => `Join ${seller}`,
    preview: (seller: string, date: string) => `The invitation to ${seller} ends on ${date}.`,
    text: (inviter: string | null, seller: string) =>
      inviter === null ? `You are invited to work for ${seller}.` : `${inviter} invites you to work for ${seller}.`,
    role: 'Your role',
    roles: { owner: 'Owner', admin: 'Admin', read_only: 'Reads everything, changes nothing' },
    button: 'See the invitation',
    note: (date: string) =>
      `The link works once, until ${date}. Whoever has it can join, so pass it on to nobody. If you do not know what this is about, do nothing.`,
  },

  endpoint: {
    subject: (host: string) => `Webhooks to ${host} were switched off`,
    heading: 'A webhook endpoint was switched off',
    text: {
      gone: 'The endpoint answered that it is gone (410), so Till has stopped sending to it.',
      failing: 'Too many events in a row could not be delivered, so Till has stopped sending to it.',
    },
    url: 'Endpoint',
    id: 'Endpoint id',
    at: 'Switched off',
    last: 'Last answer',
    lastFailed: 'Last attempt',
    failures: {
      timeout: 'No complete answer in time',
      refused: 'The connection was refused',
      reset: 'The connection was closed before the answer was complete',
      unreachable: 'There is no way to the host',
      dns: 'The name of the host could not be found',
      inward: 'The host has an address inside a network',
      insecure: 'The address has no https',
      tls: 'The certificate could not be trusted',
      garbage: 'The answer was not HTTP',
      large_headers: 'The headers of the answer were too large',
      aborted: 'Till was stopping',
      unknown: 'The request failed',
    } satisfies Record<FailureReason, string>,
    todo: 'Put the receiver right, then enable the endpoint again and redeliver what it has missed. The events are all there.',
    enabledAgain:
      'It has been enabled again since. What it missed meanwhile can be redelivered: the events are all there.',
    button: 'Webhooks in the API reference',
  },
} as const

function count(many: number): string {
  return new Intl.NumberFormat('en-US').format(many)
}

export type Words = typeof ENGLISH
