import type { Reply } from '../src/api/api.ts'
import type { Checkout, ErrorBody } from '../src/api/shapes.ts'
import { NO_PROBLEMS } from '../src/form/problem.ts'
import type { Command } from '../src/machine/command.ts'
import type { Event } from '../src/machine/event.ts'
import type { Attempt, PayOutcome } from '../src/machine/pay.ts'
import type { Confirming, Editing, Screen, Verifying } from '../src/machine/screen.ts'
import { step } from '../src/machine/step.ts'
import { exampleDraft, NOW } from './draft.ts'
import { exampleCheckout } from './example.ts'

export const ATTEMPT: Attempt = { key: 'key-1', body: { customer_email: 'ada@example.com' } }

/** The form, filled in. */
export function editing(changes: Partial<Editing> = {}): Editing {
  return {
    at: 'editing',
    checkout: exampleCheckout(),
    draft: exampleDraft(),
    saving: null,
    waiting: null,
    pressed: null,
    problems: NO_PROBLEMS,
    notice: null,
    ...changes,
  }
}

export function confirming(changes: Partial<Confirming> = {}): Confirming {
  return { at: 'confirming', checkout: exampleCheckout(), draft: exampleDraft(), isAnswered: false, ...changes }
}

export function verifying(changes: Partial<Verifying> = {}): Verifying {
  return { at: 'verifying', checkout: exampleCheckout(), draft: exampleDraft(), lost: null, ...changes }
}

const succeeded = exampleCheckout({ status: 'succeeded' })

/** One of each. */
export const SCREENS: { readonly [At in Screen['at']]: Extract<Screen, { at: At }> } = {
  loading: { at: 'loading' },
  missing: { at: 'missing' },
  unreachable: { at: 'unreachable' },
  editing: editing(),
  confirming: confirming(),
  challenge: { at: 'challenge', checkout: exampleCheckout({ status: 'confirmed' }), draft: exampleDraft() },
  verifying: verifying(),
  paid: {
    at: 'paid',
    checkout: succeeded,
    keys: { kind: 'loading' },
    downloads: { kind: 'none' },
    notes: { kind: 'none' },
    order: { kind: 'loading' },
  },
  failed: { at: 'failed', checkout: exampleCheckout({ status: 'failed' }), restart: 'no' },
  expired: { at: 'expired', body: {}, restart: 'no' },
}

/** What the page shows after these events, and what the last of them has it do. */
export function follow(
  screen: Screen,
  ...events: readonly Event[]
): { readonly screen: Screen; readonly commands: readonly Command[] } {
  let now: Screen = screen
  let commands: readonly Command[] = []
  for (const event of events) {
    const next = step({ screen: now, isOnline: true }, event)
    now = next.model.screen
    commands = next.commands
  }
  return { screen: now, commands }
}

export const AWAY = { kind: 'unreachable' } as const
export const ok = <Body>(body: Body) => ({ kind: 'ok', body }) as const
export const refused = (status: number, body: ErrorBody = {}) => ({ kind: 'refused', status, body }) as const

export const SUBMIT: Event = { is: 'submitted', now: NOW }

/** A look at the checkout. A form that starts anew starts with another address. */
export const read = (reply: Reply<Checkout>, because: ErrorBody | null = null): Event => ({
  is: 'read',
  reply,
  because,
  first: () => exampleDraft({ email: 'first@example.com' }),
})

export const saved = (patch: object, reply: Reply<Checkout>): Event => ({
  ...{ is: 'saved', patch, reply, now: NOW, locale: 'en' },
})

export const answered = (outcome: PayOutcome): Event => ({ is: 'answered', outcome })
