import { parseMoney } from '@till/money'
import { amountProblem } from '../form/check.ts'
import { withTyped } from '../form/draft.ts'
import type { Field } from '../form/field-names.ts'
import type { Problem, Problems } from '../form/problem.ts'
import { isShown } from '../form/shown.ts'
import { expectedOf, isEmpty } from './changes.ts'
import type { Event } from './event.ts'
import { stay, type Turn } from './read.ts'
import { openCode, save, saved, submitted, taxPatch } from './save.ts'
import type { Editing } from './screen.ts'

type EditEvent = Extract<
  Event,
  { is: 'typed' | 'business' | 'paused' | 'left' | 'chosen' | 'code_asked' | 'code_removed' | 'saved' | 'submitted' }
>

/** What happens in the form, up to the moment when it is sent. */
export function edited(screen: Editing, event: EditEvent): Turn {
  switch (event.is) {
    case 'typed':
      return typed(screen, event.field, event.text)
    case 'business':
      return business(screen, event.isBusiness)
    case 'paused':
      return amountProblem(screen.draft.amount, screen.checkout) ? stay(screen) : left(screen, event.field)
    case 'left':
      return left(screen, event.field)
    case 'chosen':
      return save(screen, event.patch)
    case 'code_asked':
      return openCode(screen) === null ? stay(screen) : save(screen, { discount_code: openCode(screen) })
    case 'code_removed':
      return save(screen, { discount_code: null })
    case 'saved':
      return saved(screen, event)
    case 'submitted':
      return submitted(screen, event.now)
  }
}

/** What was wrong with a field is forgotten as soon as somebody mends it. */
function typed(screen: Editing, field: Field, text: string): Turn {
  const draft = withTyped(screen.draft, field, text)
  const problems = whichStay(screen.problems, (name, problem) => !isMended(name, problem, field))
  return stay({ ...screen, draft, problems }, { do: 'keep', draft })
}

function whichStay(
  { fields, general }: Problems,
  stays: (name: Field, problem: Problem | undefined) => boolean,
): Problems {
  const left = Object.entries(fields).filter(([name, problem]) => stays(name as Field, problem))
  return { fields: Object.fromEntries(left), general }
}

/** Another country is another tax number; another digit is another card than the one that was declined. */
function isMended(name: string, problem: Problem | undefined, typed: Field): boolean {
  if (name === typed || (typed === 'country' && OF_COUNTRY.includes(name))) return true
  return problem?.kind === 'declined' && CARD.includes(typed)
}

const CARD: readonly string[] = ['number', 'expiry', 'cvc']

/** What fits one country or another, and decides the tax. */
const OF_COUNTRY: readonly string[] = ['country', 'state', 'postal_code', 'tax_id']

/** With the fields of a company goes what was wrong in them; and its name, which a person need not give. */
function business(screen: Editing, isBusiness: boolean): Turn {
  const draft = { ...screen.draft, isBusiness }
  const problems = whichStay(screen.problems, (name) => name !== 'name' && isShown(name, screen.checkout, draft))
  return stay({ ...screen, draft, problems }, { do: 'keep', draft })
}

/** What the totals depend on is saved when its field is left. */
function left(screen: Editing, field: Field): Turn {
  const { draft, problems } = screen
  const checkout = expectedOf(screen)
  if (field === 'amount') {
    const problem = amountProblem(draft.amount, checkout)
    if (problem) return stay({ ...screen, problems: { ...problems, fields: { ...problems.fields, amount: problem } } })
    const amount = parseMoney(draft.amount, checkout.currency)
    return amount === null || amount === checkout.amount ? stay(screen) : save(screen, { amount })
  }
  const patch = OF_COUNTRY.includes(field) ? taxPatch({ draft, checkout }) : {}
  return isEmpty(patch) ? stay(screen) : save(screen, patch)
}
