import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleDraft, NOW } from '../../test/draft.ts'
import { type Answers, answers, deeds } from '../../test/events.ts'
import { exampleCheckout } from '../../test/example.ts'
import { ok, read } from '../../test/screens.ts'
import { stubStorage } from '../../test/storage.ts'
import { onlyDigits } from '../form/card.ts'
import type { Command } from './command.ts'
import type { Event } from './event.ts'
import { keepDraft } from './kept-draft.ts'
import { FIRST, type Model, type Screen } from './screen.ts'
import { step } from './step.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Somebody does something, or one of the questions that are open is answered. */
const happenings = fc.oneof(
  fc.record({ deed: deeds }),
  fc.record({ answer: answers, which: fc.nat({ max: 5 }) }),
  fc.record({ answer: answers, which: fc.nat({ max: 5 }) }),
)
const stories = fc.array(happenings, { minLength: 20, maxLength: 60, size: 'max' })
type Story = readonly (typeof happenings extends fc.Arbitrary<infer Value> ? Value : never)[]

interface Moment {
  readonly event: Event
  readonly before: Screen
  readonly model: Model
  readonly commands: readonly Command[]
}

const UNANSWERED: readonly Command['do'][] = ['keep', 'focus', 'finish', 'open', 'watch']

/** Plays a story against the page: what it asks for is answered in any order, and late. */
function play(story: Story): readonly Moment[] {
  const moments: Moment[] = []
  const open: Command[] = []
  let { model } = step(FIRST, read(ok(exampleCheckout())))
  for (const happening of story) {
    const event = 'deed' in happening ? happening.deed : answerTo(open, happening.which, happening.answer)
    if (event === null) continue
    const before = model.screen
    const next = step(model, event)
    model = next.model
    for (const command of next.commands) ask(open, command)
    moments.push({ event, before, model, commands: next.commands })
  }
  return moments
}

/** Of an attempt one question is open at a time: a later one takes the place of one that was to come. */
function ask(open: Command[], command: Command): void {
  if (UNANSWERED.includes(command.do)) return
  const earlier = open.findIndex((one) => one.do === 'ask_again')
  if (command.do === 'ask_again' && earlier !== -1) open.splice(earlier, 1)
  open.push(command)
}

function answerTo(open: Command[], which: number, answer: Answers): Event | null {
  const [command] = open.splice(which % Math.max(open.length, 1), 1)
  switch (command?.do) {
    case 'read':
      return { is: 'read', reply: answer.read, because: command.because, first: () => exampleDraft() }
    case 'save':
      return { is: 'saved', patch: command.patch, reply: answer.save, now: NOW, locale: 'en' }
    case 'pay':
    case 'ask_again':
      return { is: 'answered', outcome: answer.pay }
    case 'restart':
      return { is: 'restarted', reply: answer.restart }
    case 'fetch_goods':
      return { is: 'keys', reply: answer.goods }
    case 'answer_challenge':
      return { is: 'challenge_answered' }
    default:
      return null
  }
}

const holds = (promise: (moments: readonly Moment[]) => void) =>
  fc.assert(
    fc.property(stories, (story) => promise(play(story))),
    { numRuns: 500 },
  )

const does = ({ commands }: Moment, what: Command['do']) => commands.some((command) => command.do === what)

describe('whatever happens, in whatever order', () => {
  it('nothing is sent but from the form, filled in and without an open change', () => {
    holds((moments) => {
      for (const moment of moments) {
        if (!does(moment, 'pay')) continue
        expect(moment.before.at).toBe('editing')
        expect(moment.model.screen).toMatchObject({ at: 'confirming', isAnswered: false })
      }
    })
  })

  it('nothing is sent twice: after an attempt comes its answer, and only then another', () => {
    holds((moments) => {
      let isOpen = false
      for (const moment of moments) {
        if (moment.event.is === 'answered') isOpen = moment.event.outcome.kind === 'lost' && isOpen
        if (does(moment, 'pay')) {
          expect(isOpen).toBe(false)
          isOpen = true
        }
        if (isOpen) expect(isWaiting(moment.model.screen)).toBe(true)
      }
    })
  })

  it('one change is saved at a time', () => {
    holds((moments) => {
      let isOpen = false
      for (const moment of moments) {
        if (moment.event.is === 'saved') isOpen = false
        if (does(moment, 'save')) {
          expect(isOpen).toBe(false)
          isOpen = true
        }
        if (does(moment, 'pay')) expect(isOpen).toBe(false)
      }
    })
  })

  it('a purchase stays one', () => {
    holds((moments) => {
      for (const { before, model } of moments) if (before.at === 'paid') expect(model.screen.at).toBe('paid')
      expect(moments.filter((moment) => does(moment, 'finish')).length).toBeLessThanOrEqual(1)
    })
  })

  it('what was typed stays, from the form to the bank and back', () => {
    holds((moments) => {
      for (const { event, before, model } of moments) {
        if (event.is === 'typed' || !('draft' in before) || !('draft' in model.screen) || !before.draft) continue
        const { email, number, custom } = before.draft
        expect(model.screen.draft).toMatchObject({ email, number, custom })
      }
    })
  })

  it('the card is never kept in the tab, whatever is typed', () => {
    let written = 0
    holds((moments) => {
      for (const command of moments.flatMap(({ commands }) => commands)) {
        if (command.do !== 'keep') continue
        const { number, expiry, cvc } = command.draft
        const held = stubStorage()
        keepDraft('till_cs_1', command.draft)
        const [text = ''] = held.values()
        expect(text).toContain(command.draft.email)
        // Half a word of a card could stand in anything.
        const card = [number, onlyDigits(number), expiry, onlyDigits(expiry), cvc].filter(({ length }) => length > 2)
        for (const secret of card) expect(text).not.toContain(secret)
        written += 1
      }
    })
    expect(written).toBeGreaterThan(500)
  })

  it('whoever waits is answered: the page has something open that leads on', () => {
    holds((moments) => {
      for (const { model, before, commands, event } of moments) {
        const { screen } = model
        const hasCome = screen.at !== before.at && (screen.at === 'verifying' || screen.at === 'unreachable')
        if (hasCome && event.is !== 'online') {
          expect(commands.some((command) => command.do === 'read' || command.do === 'ask_again')).toBe(true)
        }
      }
    })
  })
})

/** Between pressing the button and its answer. */
function isWaiting(screen: Screen): boolean {
  return (screen.at === 'confirming' && !screen.isAnswered) || (screen.at === 'verifying' && screen.lost !== null)
}
