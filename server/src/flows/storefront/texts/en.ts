import type { Interval } from '../../../kernel/time.ts'

const PER: Readonly<Record<Interval, string>> = { day: 'day', week: 'week', month: 'month', year: 'year' }

/** Every word of the store page. Another language is another file of this shape, and a line in index.ts. */
export const en = {
  name: 'English',
  testMode: { title: 'Test mode', text: 'No real money moves.' },
  free: 'Free',
  own: 'Pay what you want',
  from: (amount: string) => `from ${amount}`,
  per: (interval: Interval) => `per ${PER[interval]}`,
  buy: 'Buy',
  subscribe: 'Subscribe',
  freeOnce: 'Get it for free',
  freeRecurring: 'Subscribe for free',
  benefits: 'What you get',
  moreBenefits: (count: number) => `and ${count} more`,
  readMore: 'Read more',
  links: (seller: string) => `${seller} elsewhere`,
  about: (seller: string) => `What ${seller} sells.`,
  nothingYet: 'Nothing is for sale here yet. Please come back later.',
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  previous: 'Previous page',
  next: 'Next page',
  language: 'Language',
  toStore: 'To the store',
  messages: {
    resource_not_found: {
      title: 'No such store',
      text: 'This address leads to no store. Perhaps a part of it was lost: open the link again where you found it.',
    },
    no_such_page: { title: 'Nothing more here', text: 'The store has no page with this number.' },
    not_in_this_store: { title: 'Not sold here', text: 'This store has no such product.' },
    no_longer_sold: { title: 'No longer sold', text: 'This product is no longer sold. See what else there is.' },
    too_many_requests: { title: 'Too many requests', text: 'Please wait a minute, then try again.' },
    other: {
      title: 'Please try again',
      text: 'This does not work right now. Nothing was paid. Try again in a moment.',
    },
  },
}

export type Texts = typeof en
