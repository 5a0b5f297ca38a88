import type { Ask } from './request.ts'

/** What the generator does over and over: one of several requests in turn, or a whole purchase. */
export type Plan =
  | { readonly kind: 'requests'; readonly asks: readonly Ask[] }
  | { readonly kind: 'purchases'; readonly productId: string; readonly token: string }

export interface Task {
  readonly plan: Plan
  readonly port: number
  readonly connections: number
  readonly seconds: number
}

export interface Measured {
  /** Finished per second: requests, or purchases of three requests each. */
  readonly rate: number
  /** Milliseconds that half of them, and all but one in a hundred, stayed below. */
  readonly p50: number
  readonly p99: number
}
