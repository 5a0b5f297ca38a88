import { InvalidInput } from '../../kernel/invalid-input.ts'

/** After which number a reader goes on, and where they said so. */
export interface Begin {
  readonly after: number | undefined
  readonly loc: readonly string[]
}

export const beginInQuery = (after: number | undefined): Begin => ({ after, loc: ['query', 'after'] })

/** Whoever begins at the beginning takes what is there. Whoever has read up to a number must not miss what came next. */
export function missesForgotten(after: number | undefined, forgottenSequence: number): boolean {
  return after !== undefined && after > 0 && after < forgottenSequence
}

/** Nobody was ever shown such a number here: it is a slip, or the database was put back to an earlier time. */
export function isBeyondTheEnd(after: number | undefined, lastSequence: number): boolean {
  return after !== undefined && after > lastSequence
}

/** A client that lost the connection names the last number that it saw. That is newer than what its address says. */
export function resumeAfter(lastEventId: string | undefined, after: number | undefined): Begin {
  if (lastEventId === undefined || lastEventId === '') return beginInQuery(after)
  const loc = ['header', 'last-event-id']
  if (/^\d{1,15}$/.test(lastEventId)) return { after: Number(lastEventId), loc }
  const msg = 'Input should be the number of an event'
  throw new InvalidInput([{ type: 'value_error', loc, msg, input: lastEventId }])
}
