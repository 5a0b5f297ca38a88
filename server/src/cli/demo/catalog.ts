/** The invented shop: what it sells, and what comes with it. */

export const SHOP = {
  name: 'Northwind Audio',
  slug: 'northwind-audio',
  email: 'hello@northwind-audio.example.com',
  default_currency: 'usd',
  // Nobody wants receipts for a past that was made up.
  mail_settings: { order_receipts: false },
}

export const ABOUT = {
  bio: 'Small tools for people who record in small rooms.',
  company: 'Northwind Audio',
  blog: 'https://northwind-audio.example.com',
  location: 'Bergen, Norway',
  profile_settings: { accent_color: '#a4441d', links: ['https://northwind-audio.example.com'] },
}

export type ProductName = 'plugin' | 'pass' | 'samples' | 'course'

interface CatalogEntry {
  readonly product: object
  readonly benefits: readonly object[]
}

const usd = (price_amount: number) => [{ amount_type: 'fixed', price_amount, price_currency: 'usd' }]

export const CATALOG: Readonly<Record<ProductName, CatalogEntry>> = {
  plugin: {
    product: {
      name: 'Tape Machine',
      description:
        'A tape machine for your plug-in folder: warm at low levels, honest at high ones.\nVST3, AU and AAX for macOS and Windows.',
      prices: usd(7900),
    },
    benefits: [
      {
        type: 'license_keys',
        description: 'A license key for three machines',
        properties: { prefix: 'TAPE', activations: { limit: 3, enable_customer_admin: true } },
      },
      {
        type: 'custom',
        description: 'All updates of version 1',
        properties: { note: 'Look for updates in the menu.' },
      },
    ],
  },
  pass: {
    product: {
      name: 'Studio Pass',
      description: 'Everything we make, and everything that we will make while you subscribe.',
      recurring_interval: 'year',
      prices: usd(9900),
    },
    benefits: [
      {
        type: 'license_keys',
        description: 'One license key for all plug-ins',
        properties: { prefix: 'PASS', activations: { limit: 5, enable_customer_admin: true } },
      },
      { type: 'custom', description: 'Answers from the people who wrote it', properties: { note: null } },
    ],
  },
  samples: {
    product: {
      name: 'Harbor Recordings',
      description: 'Forty recordings of a harbor in winter: ropes, engines, gulls, ice. Free to use in your own work.',
      prices: [{ amount_type: 'free' }],
    },
    benefits: [
      {
        type: 'custom',
        description: '40 recordings, 24 bit, 48 kHz',
        properties: { note: 'Download: https://northwind-audio.example.com/harbor.zip' },
      },
    ],
  },
  course: {
    product: {
      name: 'Mixing With Tape',
      description: 'Six evenings on levels, bias and patience, with session files to follow along.',
      prices: usd(14900),
    },
    benefits: [
      {
        type: 'custom',
        description: 'Six video lessons and the session files',
        properties: { note: 'Your place: https://northwind-audio.example.com/course' },
      },
    ],
  },
}

export interface DemoDiscount {
  readonly terms: { readonly code: string } & Readonly<Record<string, unknown>>
  readonly only?: readonly ProductName[]
}

export const DISCOUNTS: readonly DemoDiscount[] = [
  {
    terms: { name: 'Launch', code: 'LAUNCH20', type: 'percentage', basis_points: 2000, duration: 'once' },
    only: ['plugin', 'course'],
  },
  {
    terms: {
      name: 'Welcome',
      code: 'WELCOME5',
      type: 'fixed',
      amount: 500,
      currency: 'usd',
      duration: 'once',
      max_redemptions: 100,
    },
  },
  {
    terms: { name: 'Students', code: 'STUDENT50', type: 'percentage', basis_points: 5000, duration: 'forever' },
    only: ['pass'],
  },
]
