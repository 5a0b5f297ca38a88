import { isDeepStrictEqual } from 'node:util'

/** The keys whose values differ, for "nothing changed" and for an event's previous attributes. */
export function changedKeys<Shape extends object>(before: Shape, after: Shape): (keyof Shape & string)[] {
  return (Object.keys(after) as (keyof Shape & string)[]).filter((key) => !isDeepStrictEqual(before[key], after[key]))
}
