export type Interval = 'day' | 'week' | 'month' | 'year'

const INTERVALS: Readonly<Record<Interval, string>> = { day: 'day', week: 'week', month: 'month', year: 'year' }

const LOST = 'This address leads to no checkout. Perhaps a part of it was lost: open the link again where you found it.'
const NO_CHECKOUT = { title: 'No such checkout', text: LOST }

/** What several pages say. Each of these objects is taken alone, so that no page carries the words of another. */
export const shared = {
  /** The language, in itself. */
  name: 'English',
  testMode: { title: 'Test mode', text: 'No real money moves.' },
  free: 'Free',
  freeOnce: 'Get it for free',
  freeRecurring: 'Subscribe for free',
  per: (interval: Interval) => `per ${INTERVALS[interval]}`,
  benefits: 'What you get',
  noCheckout: NO_CHECKOUT,
}

/** What is said of the tax on what is paid later. */
export type LaterTax = 'none' | 'included' | 'added'
const TAX: Readonly<Record<LaterTax, string>> = { none: '', included: ' including tax', added: ' plus tax' }

const { per } = shared

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`)

/** Every word of the checkout page. */
export const checkout = {
  loading: 'Loading …',
  close: 'Close',
  testMode: shared.testMode,
  offline: 'You are offline. Nothing that you typed is lost.',

  summary: {
    label: 'Your order',
    benefits: shared.benefits,
    pictures: 'Pictures',
    picture: (number: number, count: number) => `Picture ${number} of ${count}`,
    product: 'Choose a product',
    price: 'Choose a price',
    amount: 'Your price',
    amountIn: (currency: string) => `Your price in ${currency}`,
    between: (least: string | null, most: string | null) =>
      [least && `at least ${least}`, most && `at most ${most}`].filter(Boolean).join(', '),
    free: shared.free,
    own: 'You decide',
    per,
    every: (interval: Interval) => ({ day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' })[interval],
    save: (percent: string) => `Save ${percent}`,
    showMore: 'Show more',
    showLess: 'Show less',
    toForm: 'Continue',
  },

  totals: {
    price: 'Price',
    discount: (off: string) => `Discount (${off})`,
    off: (share: string) => `${share} off`,
    offFirst: (share: string) => `${share} off the first payment`,
    offMonths: (share: string, count: number) => `${share} off for ${months(count)}`,
    tax: 'Tax',
    taxLater: 'once your address is known',
    total: 'Total',
    dueToday: 'Due today',
    paidToday: 'Paid today',
    renews: (amount: string, interval: Interval, tax: LaterTax) =>
      `Renews at ${amount} ${per(interval)}${TAX[tax]}, until you cancel.`,
    renewsLater: (first: string, count: number, amount: string, interval: Interval, tax: LaterTax) =>
      `${first} ${per(interval)} for ${months(count)}, then ${amount} ${per(interval)}${TAX[tax]}, until you cancel.`,
  },

  form: {
    label: 'Payment',
    contact: 'Contact',
    email: 'E-mail',
    emailHint: 'Your receipt goes here.',
    name: 'Name',
    company: 'Company name',
    address: 'Billing address',
    country: 'Country',
    choose: 'Choose …',
    parts: {
      line1: 'Street and number',
      line2: 'Apartment, suite, floor',
      city: 'City',
      town: 'Town or city',
      suburb: 'Suburb',
      district: 'District',
      city_or_district: 'City or district',
      postal_code: 'Postal code',
      zip_code: 'ZIP code',
      postcode: 'Postcode',
      eircode: 'Eircode',
      pin_code: 'PIN code',
      state: 'State',
      province: 'Province',
      prefecture: 'Prefecture',
      emirate: 'Emirate',
      county: 'County',
      department: 'Department',
      region: 'Region',
      county_or_city: 'County or city',
      province_or_city: 'Province or city',
    },
    business: 'I’m buying for a company',
    tax_id: 'Tax number',
    taxHint: 'Such as a VAT number.',
    optional: 'optional',
    more: 'A few questions',
    card: 'Card',
    number: 'Card number',
    expiry: 'Expiry',
    expiryFormat: 'MM / YY',
    cvc: 'Security code',
    useTestCard: 'Use the test card',
    code: 'Discount code',
    haveCode: 'Add a discount code',
    apply: 'Apply',
    remove: 'Remove',
    removeCode: (code: string) => `Remove the discount ${code}`,
    applied: (code: string) => `${code} applied`,
    pay: (total: string) => `Pay ${total}`,
    subscribe: (total: string) => `Subscribe · ${total} today`,
    freeOnce: shared.freeOnce,
    freeRecurring: shared.freeRecurring,
    confirming: 'Paying …',
    notStored: 'Your card number is not stored here.',
    securely: 'Pressing the button again, reloading or going back never charges you twice.',
    newTotal: (total: string, button: string) => `The total is now ${total}. Press “${button}” to go on.`,
    discountGone: (total: string, button: string) =>
      `The discount does not apply to this choice: the total is now ${total}. Press “${button}” to go on.`,
    newOffer: (total: string, button: string) =>
      `Your order has changed meanwhile; please look at it again. The total is ${total}. Press “${button}” to go on.`,
    codeApplied: (total: string, button: string) =>
      `Your code is applied: the total is now ${total}. Press “${button}” to go on.`,
  },

  problems: {
    summary: 'Please look at the marked fields.',
    unpaid: 'Nothing was paid. Please look at the marked field.',
    missing: 'Please fill in this field.',
    email: 'Enter an e-mail address, such as name@example.com.',
    name_long: 'Enter a shorter name.',
    amount: 'Enter an amount.',
    amount_low: (least: string) => `Enter ${least} or more.`,
    amount_high: (most: string) => `Enter ${most} or less.`,
    not_a_number: 'Enter a whole number, such as 12.',
    number_low: (least: string) => `Enter ${least} or more.`,
    number_high: (most: string) => `Enter ${most} or less.`,
    too_short: (least: string) => `Enter at least ${least} characters.`,
    too_long: (most: string) => `Enter at most ${most} characters.`,
    untick: 'Tick this box to go on.',
    unchosen: 'Choose one.',
    no_day: 'Choose a day.',
    day_early: (day: string) => `Choose ${day} or later.`,
    day_late: (day: string) => `Choose ${day} or earlier.`,
    country: 'Choose a country.',
    tax_id: 'This is not a tax number of that country.',
    card_missing: 'Enter the number of the card.',
    card_short: 'This is not a whole card number.',
    card_wrong: 'This is not the number of a card.',
    expiry: 'Enter month and year, such as 12 / 34.',
    card_over: 'The card has expired.',
    cvc: 'Enter the 3 or 4 digits of the security code.',
    cvc_back: 'Enter the 3 digits on the back of the card.',
    cvc_front: 'Enter the 4 digits on the front of the card.',
    code_unusable: 'This code cannot be used here.',
    discount_fixed: 'The seller has set this discount, so it cannot be removed here.',
    discount_to_leave: 'Remove it to go on at the full price.',
    discount_to_mend: (contact: string | null) =>
      `Only the seller can change it: ${contact === null ? 'ask them for a new link' : `write to ${contact}`}.`,
    subscribed_already: 'This e-mail address has an active subscription to this product already.',
    total_changed:
      'The total has changed meanwhile, and nothing was paid. Please look at it, then press the button again.',
    not_saved: 'We cannot reach the shop, so this was not changed. Check your connection, then try again.',
    unreachable: 'We cannot reach the shop, and nothing was paid. Check your connection, then try again.',
    unknown: 'Something went wrong, and nothing was paid. Please try again.',
  },

  declines: {
    card_declined: 'Your bank has declined the card. Try another card, or ask your bank.',
    insufficient_funds: 'There is not enough money on this card. Try another one.',
    expired_card: 'This card has expired. Try another one.',
    incorrect_cvc: 'The security code is wrong. Check it, and try again.',
    processing_error: 'The payment could not be processed. Try again in a moment.',
    authentication_failed:
      'Your bank could not confirm that it was you, so nothing was paid. Try again, or use another card.',
    other: 'The payment was declined. Try another card.',
  } as Readonly<Record<string, string>> & { readonly other: string },

  discounts: {
    unknown: 'There is no such code.',
    deleted: 'This discount is no longer offered.',
    not_started: 'This discount cannot be used yet.',
    ended: 'This discount has ended.',
    used_up: 'This discount has been used up.',
    used_up_by_customer: 'You have already used this discount.',
    other_product: 'This discount is for another product.',
    other_currency: 'This discount is for another currency.',
    other: 'This discount cannot be used here.',
  } as Readonly<Record<string, string>> & { readonly other: string },

  verifying: {
    title: 'Checking your payment',
    text: 'This can take a moment. Please do not pay again: the page goes on by itself.',
    lost: 'The connection was lost while you paid. We find out what happened as soon as it is back. You cannot be charged twice.',
  },
  challenge: {
    title: 'Your bank wants to confirm that it’s you',
    text: 'Nothing is paid before you have said yes there. Afterwards you come back here.',
    go: 'Go to your bank',
    waiting: 'Follow what your bank asks you. This page goes on by itself.',
  },
  paid: {
    title: 'Thank you!',
    paidTo: (amount: string, seller: string) => `You paid ${amount} to ${seller}.`,
    complete: (seller: string) => `Your order at ${seller} is complete.`,
    receipt: (email: string) => `A receipt is on its way to ${email}.`,
    order: 'Your order',
    product: 'Product',
    date: 'Date',
    number: 'Order number',
    numberCopy: 'order number',
    numberUnreachable: 'Could not be fetched just now.',
    notes: (seller: string) => `From ${seller}`,
    notesUnreachable: 'The seller’s notes could not be fetched just now.',
    continue: (seller: string) => `Continue to ${seller}`,
    keys: (count: number): string => (count === 1 ? 'Your license key' : 'Your license keys'),
    keysLoading: 'Fetching your license key …',
    keysHidden: (isInReceipt: boolean) =>
      `License keys are shown here for an hour, in the tab that paid.${isInReceipt ? ' You find them in your receipt, too.' : ''}`,
    keysUnreachable: 'Your license keys are ready, but could not be fetched just now.',
    keyCopy: 'license key',
    machines: (count: number) => (count === 1 ? 'For 1 machine.' : `For ${count} machines.`),
    validUntil: (day: string) => `Valid until ${day}.`,
    downloads: 'Your downloads',
    downloadsLoading: 'Fetching your downloads …',
    downloadsHidden: 'Downloads are shown here for an hour, in the tab that paid.',
    downloadsUnreachable: 'Your downloads are ready, but could not be fetched just now.',
    ask: (contact: string | null) =>
      contact === null ? 'Ask the seller if you need them again.' : `If you need them again, write to ${contact}.`,
    download: 'Download',
    tryAgain: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Not copied',
    close: 'Done',
  },
  failed: { title: 'The payment failed', text: 'Nothing was paid.' },
  expired: {
    title: 'This checkout has expired',
    text: 'Nothing was paid.',
    again: (product: string | undefined) => (product ? `Start again with ${product}` : 'Start again'),
    refused: 'This product is no longer sold this way. Go back to the seller’s page.',
    unreachable: 'That did not work just now. Please try again.',
  },
  missing: shared.noCheckout,
  unreachable: {
    title: 'We cannot reach the shop',
    text: 'Check your connection. This page goes on by itself as soon as it can.',
    tryAgain: 'Try again now',
  },
  liveUnavailable: 'The card form could not be loaded. Check your connection, then load the page again.',
}

/** What the store page says beside that. */
export const store = {
  own: 'Pay what you want',
  from: (amount: string) => `from ${amount}`,
  buy: 'Buy',
  subscribe: 'Subscribe',
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

/** What the server itself says around the pages, and in place of one. */
export const pages = {
  titles: { checkout: 'Checkout', invitation: 'Invitation' },
  testMode: shared.testMode,
  needsScript: 'This page needs JavaScript. Please switch it on, then load the page again.',
  challenge: {
    title: 'Is it you?',
    text: 'A test purchase asks for your consent here, as your bank would. No money moves.',
    yes: 'Yes, this is me',
    no: 'No, stop the payment',
  },
  messages: {
    noCheckout: NO_CHECKOUT,
    noLink: { title: 'No such link', text: LOST },
    noPayment: { title: 'No such payment', text: 'This address leads to no payment that waits for you.' },
    notSold: {
      title: 'No longer sold',
      text: 'What this link led to is no longer sold. The shop can tell you what it offers instead.',
    },
    answered: {
      title: 'Answered already',
      text: 'You have answered this already. Go back to the shop to see what came of it.',
    },
    tooMany: { title: 'Too many requests', text: 'Please wait a minute, then load the page again.' },
    notBuilt: { title: 'Not built yet', text: 'This page is missing on this server. Run: npm run build' },
    tryAgain: {
      title: 'Please try again',
      text: 'The page cannot be shown right now. Nothing was paid. Try again in a moment.',
    },
  },
}

export type SharedWords = typeof shared
export type StoreWords = typeof store
export type PageWords = typeof pages
export type CheckoutWords = typeof checkout
