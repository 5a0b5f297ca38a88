import type { RefundReason } from '../../modules/refunds/index.ts'

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

  receipt: {
    subject: (seller: string) => `Your receipt from ${seller}`,
    freeSubject: (seller: string) => `Your order from ${seller}`,
    testSubject: (subject: string) => `[Test] ${subject}`,
    heading: 'Thank you for your purchase',
    renewed: 'Your subscription was renewed',
    preview: (product: string, total: string) => `${product}, ${total}`,
    test: 'This was a test with a test card. No money was taken.',
    every: { day: 'Every day', week: 'Every week', month: 'Every month', year: 'Every year' },
    until: (date: string) => `until ${date}`,
    discount: (name: string) => `Discount: ${name}`,
    tax: 'Tax',
    total: 'Total',
    keysAre: (many: number) => (many === 1 ? 'Your license key' : 'Your license keys'),
    files: 'Your downloads',
    portal: 'Open your purchases',
    portalNote: 'Sign in there with this e-mail address to download files, and to see everything that you bought.',
    order: 'Order',
    paidOn: 'Date',
  },

  refund: {
    subject: (seller: string) => `Your refund from ${seller}`,
    heading: 'Your money is on its way back',
    preview: (total: string, product: string) => `${total} for ${product}`,
    text: (total: string, product: string) => `We have refunded ${total} for ${product}.`,
    when: 'It goes back to where it came from. Banks take up to ten days until it shows there.',
    test: 'This was a test. No money was moved.',
    amount: 'Refund',
    tax: 'Tax',
    total: 'Total',
    reason: 'Reason',
    order: 'Order',
    orderedOn: 'Ordered on',
    reasons: {
      duplicate: 'Paid twice',
      fraudulent: 'Not ordered by you',
      customer_request: 'You asked for it',
      service_disruption: 'The service was disrupted',
      satisfaction_guarantee: 'You were not satisfied',
      other: 'Something else',
    } satisfies Record<RefundReason, string>,
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
    subject: (host: string) => `Webhooks to ${host} are switched off`,
    heading: 'A webhook endpoint was switched off',
    preview: (host: string) => `Nothing is sent to ${host} any more.`,
    text: {
      gone: 'The endpoint says that it is gone (410), so Till sends nothing to it any more.',
      failing: 'Too many events in a row could not be delivered, so Till sends nothing to it any more.',
    },
    url: 'Endpoint',
    since: 'Since',
    last: 'Last answer',
    lastFailed: 'Last attempt',
    todo: 'Put the receiver right, then enable the endpoint again and redeliver what it has missed. The events are all there.',
    button: 'How webhooks work',
  },
} as const

export type Words = typeof ENGLISH
