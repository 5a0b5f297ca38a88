import { InvalidInput } from '../../kernel/invalid-input.ts'
import { Refusal, type RefusalKind } from '../../kernel/refusal.ts'
import type { Begin } from './rules.ts'

export const EventsForgotten: RefusalKind = {
  error: 'EventsForgotten',
  status: 410,
  code: 'events_forgotten',
  detail: 'The events that come next were forgotten: they are older than this server keeps them.',
  more: {
    oldest_sequence: {
      type: 'integer',
      description: 'The oldest number that is there, or that comes next. Go on with `after` one below it.',
      examples: [1042],
    },
  },
}

/** Saying nothing would make a reader believe that nothing has happened. */
export function eventsForgotten(forgottenSequence: number): Refusal {
  const oldest = forgottenSequence + 1
  return new Refusal(EventsForgotten, {
    detail:
      `The events that come next were forgotten: they are older than this server keeps them. The oldest number that is ` +
      `there, or that comes next, is ${oldest}. Read the things themselves, then go on with after=${forgottenSequence}.`,
    body: { oldest_sequence: oldest },
  })
}

/** A reader who waits for numbers that are given out for the second time would hear nothing until then. */
export function beyondTheEnd({ after, loc }: Begin, lastSequence: number): InvalidInput {
  const msg =
    `There is no such number yet: the last event has the number ${lastSequence}. Was the database restored from a ` +
    `backup? Then read the things themselves, and go on with after=${lastSequence}.`
  return new InvalidInput([{ type: 'value_error', loc, msg, input: after }])
}
