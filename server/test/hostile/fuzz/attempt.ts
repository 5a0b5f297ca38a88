import type { Dice } from './dice.ts'
import type { KnownIds } from './fitting-value.ts'
import type { Shape } from './schema.ts'

/** One hostile request, as it goes over the wire. */
export interface Attempt {
  /** What is wrong with it, for the report. */
  readonly what: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** What an operation accepts: the attempts start from it. */
export interface Base {
  readonly method: string
  /** The path with ids that exist, and the pattern that it was made from. */
  readonly path: string
  readonly pattern: string
  readonly query: Readonly<Record<string, Shape>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly shape: Shape; readonly valid: object } | null
  readonly known: KnownIds
}

/** A way of making a request wrong: what it changes about a good one, and what to call it. */
export type Way = (base: Base, dice: Dice) => Change
export type Change = Partial<Attempt> & { readonly what: string }
