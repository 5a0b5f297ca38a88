import { InvalidInput } from '../../kernel/invalid-input.ts'

/** Whoever begins at the beginning takes what is there. Whoever has read up to a number must not miss what came next. */
export function missesForgotten(after: number | undefined, forgottenSequence: number): boolean {
  return after !== undefined && after > 0 && after < forgottenSequence
}

/** A client that lost the connection names the last number that it saw. That is newer than what its address says. */
export function resumeAfter(lastEventId: string | undefined, after: number | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return after
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId)
  const msg = 'Input should be the number of an event'
  throw new InvalidInput([{ type: 'value_error', loc: ['header', 'last-event-id'], msg, input: lastEventId }])
}
