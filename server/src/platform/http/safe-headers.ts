import { CORS_HEADERS } from './cors.ts'

/** On every answer: nothing is taken for another type than it says, and no address is told to the next site. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** Answers of the API hold names, addresses and keys: no cache on the way keeps them, and no browser on its disk. */
export const API_HEADERS = { ...SAFE_HEADERS, ...CORS_HEADERS, 'cache-control': 'no-store' } as const
