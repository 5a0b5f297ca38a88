import { generalProblem } from '../form/problem.ts'
import { isAboutOffer, problemsOf } from '../form/refusal.ts'
import type { Command } from './command.ts'
import { edited } from './edit.ts'
import type { Event } from './event.ts'
import { afterReading, goodsAfterReading, lookAgain, notesAfterReading, stay, type Turn } from './read.ts'
import { withProblems } from './save.ts'
import type { Confirming, Goods, Model, Paid, Screen, Verifying } from './screen.ts'

const AGAIN = 3000

export interface Step extends Pick<Turn, 'commands'> {
  readonly model: Model
}

/** The whole behavior of the page: what it shows after something has happened, and what is to be done. */
export function step(model: Model, event: Event): Step {
  if (event.is === 'online') return wentOnline(model, event.isOnline)
  const { screen, commands } = turn(model.screen, event)
  return { model: { ...model, screen }, commands }
}

/** Whoever waits for an answer asks for it as soon as there is a network. */
function wentOnline(model: Model, isOnline: boolean): Step {
  const { screen } = model
  if (screen.at === 'paid') return { model: { ...model, isOnline }, commands: isOnline ? missing(screen) : [] }
  // In the form, a change whose answer was lost may have arrived.
  const isForm = screen.at === 'editing' && screen.saving === null
  const isWaiting = isOnline && (isForm || ['unreachable', 'verifying', 'challenge'].includes(screen.at))
  const lost = screen.at === 'verifying' ? screen.lost : null
  const ask = lost === null ? lookAgain() : ({ do: 'ask_again', attempt: lost, after: 0 } as const)
  return { model: { ...model, isOnline }, commands: isWaiting ? [ask] : [] }
}

function turn(screen: Screen, event: Exclude<Event, { is: 'online' }>): Turn {
  switch (event.is) {
    case 'read':
      return knowsBetter(screen) ? stay(screen) : afterReading(screen, event)
    case 'answered':
      return screen.at === 'confirming' || screen.at === 'verifying' ? answered(screen, event) : stay(screen)
    case 'keys':
    case 'downloads':
    case 'notes':
    case 'orders':
      return stay(screen.at === 'paid' ? fetched(screen, event) : screen)
    case 'asked_again':
      if (screen.at === 'paid') return stay(screen, ...missing(screen))
      return stay(screen, lookAgain())
    case 'seen':
      // Perhaps it was paid in another tab.
      return stay(screen, ...(screen.at === 'editing' && !screen.saving ? [lookAgain()] : []))
    case 'challenge_answered':
      return screen.at === 'challenge' ? stay({ ...screen, at: 'verifying', lost: null }, lookAgain()) : stay(screen)
    case 'restart_asked':
    case 'restarted':
      return restarted(screen, event)
    default:
      return screen.at === 'editing' ? edited(screen, event) : stay(screen)
  }
}

/** Fetches what was bought once more where some of it could not be fetched. */
function missing({ checkout, keys, downloads, notes, order }: Paid): readonly Command[] {
  const isMissing = [keys, downloads, notes, order].some(({ kind }) => kind === 'unreachable')
  return isMissing ? [{ do: 'fetch_goods', checkout }] : []
}

/** Each of its own, as it comes. */
function fetched(screen: Paid, event: Extract<Event, { is: 'keys' | 'downloads' | 'notes' | 'orders' }>): Paid {
  switch (event.is) {
    case 'keys':
      return { ...screen, keys: better(screen.keys, goodsAfterReading(event.reply)) }
    case 'downloads':
      return { ...screen, downloads: better(screen.downloads, goodsAfterReading(event.reply)) }
    case 'notes':
      return { ...screen, notes: better(screen.notes, notesAfterReading(event.reply)) }
    case 'orders':
      return { ...screen, order: better(screen.order, goodsAfterReading(event.reply)) }
  }
}

/** What is there already is fetched along with what is missing. It stays when that comes to nothing. */
function better<Item>(before: Goods<Item>, now: Goods<Item>): Goods<Item> {
  return before.kind === 'shown' && now.kind !== 'shown' ? before : now
}

/** Whether an answer is on its way that says more than a look, or the last word is spoken. */
function knowsBetter(screen: Screen): boolean {
  switch (screen.at) {
    case 'editing':
      return screen.saving !== null
    case 'confirming':
      return !screen.isAnswered
    case 'verifying':
      return screen.lost !== null
    default:
      return screen.at === 'paid'
  }
}

function restarted(screen: Screen, event: Extract<Event, { is: 'restart_asked' | 'restarted' }>): Turn {
  if (screen.at !== 'expired' && screen.at !== 'failed') return stay(screen)
  if (event.is === 'restart_asked') {
    return screen.restart === 'asked' ? stay(screen) : stay({ ...screen, restart: 'asked' }, { do: 'restart' })
  }
  const { reply } = event
  if (reply.kind === 'ok') return stay(screen, { do: 'open', clientSecret: reply.body.client_secret })
  return stay({ ...screen, restart: reply.kind })
}

/** What an attempt to pay came to. */
function answered(screen: Confirming | Verifying, { outcome }: Extract<Event, { is: 'answered' }>): Turn {
  const { checkout, draft } = screen
  switch (outcome.kind) {
    case 'confirmed':
    case 'closed':
      return stay(screen.at === 'verifying' ? { ...screen, lost: null } : { ...screen, isAnswered: true }, lookAgain())
    case 'lost':
      return stay(
        { at: 'verifying', checkout, draft, lost: outcome.attempt },
        { do: 'ask_again', attempt: outcome.attempt, after: AGAIN },
      )
    case 'unreachable':
      return draft === null ? stay(screen, lookAgain()) : withProblems(screen, generalProblem({ kind: 'unreachable' }))
    case 'refused': {
      if (draft === null) return stay(screen, lookAgain())
      const back = withProblems(screen, problemsOf(outcome.body, checkout, draft))
      // The checkout may no longer be what the page shows.
      return isAboutOffer(outcome.body) ? stay(back.screen, { do: 'read', after: 0, because: outcome.body }) : back
    }
  }
}
