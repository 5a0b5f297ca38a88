import { beyondTheEnd, eventsForgotten } from '../errors.ts'
import type { EventStretch } from '../model.ts'
import { type Begin, isBeyondTheEnd, missesForgotten } from '../rules.ts'

/** Whoever goes on from a number is told when they cannot: silence looks as if nothing has happened. */
export function requireBegin(
  begin: Begin,
  { lastSequence, forgottenSequence }: Pick<EventStretch, 'lastSequence' | 'forgottenSequence'>,
): void {
  if (missesForgotten(begin.after, forgottenSequence)) throw eventsForgotten(forgottenSequence)
  if (isBeyondTheEnd(begin.after, lastSequence)) throw beyondTheEnd(begin, lastSequence)
}
