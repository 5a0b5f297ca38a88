import { Refusal, type RefusalKind } from '../../kernel/refusal.ts'

export const EventsForgotten: RefusalKind = {
  error: 'EventsForgotten',
  status: 410,
  code: 'events_forgotten',
  detail: 'The events that come next were forgotten: they are older than this server keeps them.',
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
