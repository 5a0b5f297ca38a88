import { parseMoney, plainMoney } from '@till/money'
import type { Checkout } from '../api/shapes.ts'
import { amountProblem, checkForm } from '../form/check.ts'
import { addressPatch } from '../form/confirm-body.ts'
import { withTyped } from '../form/draft.ts'
import type { Field } from '../form/field-names.ts'
import { bothProblems, generalProblem, hasProblems, NO_PROBLEMS, type Problem, type Problems } from '../form/problem.ts'
import { problemsOf } from '../form/refusal.ts'
import { isCustomPrice, isShown } from '../form/shown.ts'
import { dueOf } from '../offer.ts'
import type { Event } from './event.ts'
import { editing, firstField, lookAgain, stay, type Turn } from './read.ts'
import type { Confirming, Editing, Verifying } from './screen.ts'

const SOON = 1500

type EditEvent = Extract<
  Event,
  { is: 'typed' | 'business' | 'left' | 'chosen' | 'code_asked' | 'code_removed' | 'saved' | 'submitted' }
>

/** What happens in the form, up to the moment when it is sent. */
export function edited(screen: Editing, event: EditEvent): Turn {
  switch (event.is) {
    case 'typed':
      return typed(screen, event.field, event.text)
    case 'business': {
      const draft = { ...screen.draft, isBusiness: event.isBusiness }
      return stay({ ...screen, draft }, { do: 'keep', draft })
    }
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
  const wrong = Object.entries(screen.problems.fields).filter(([name, problem]) => !isMended(name, problem, field))
  const fields = Object.fromEntries(wrong)
  return stay({ ...screen, draft, problems: { ...screen.problems, fields } }, { do: 'keep', draft })
}

/** Another country is another tax number; another digit is another card than the one that was declined. */
function isMended(name: string, problem: Problem | undefined, typed: Field): boolean {
  if (name === typed || (typed === 'country' && OF_COUNTRY.includes(name))) return true
  return problem?.kind === 'declined' && CARD.includes(typed)
}

const CARD: readonly string[] = ['number', 'expiry', 'cvc']

/** What fits one country or another, and decides the tax. */
const OF_COUNTRY: readonly string[] = ['country', 'state', 'postal_code', 'tax_id']

/** What the totals depend on is saved when its field is left. */
function left(screen: Editing, field: Field): Turn {
  const { draft, checkout } = screen
  if (field === 'amount') {
    const problem = amountProblem(draft.amount, checkout)
    const amount = parseMoney(draft.amount, checkout.currency)
    if (problem)
      return stay({
        ...screen,
        problems: { ...screen.problems, fields: { ...screen.problems.fields, amount: problem } },
      })
    return amount === checkout.amount ? stay(screen) : save(screen, { amount })
  }
  const patch = OF_COUNTRY.includes(field) ? taxPatch(screen) : {}
  return isEmpty(patch) ? stay(screen) : save(screen, patch)
}

/** Without an address the tax is unknown where there can be any. With one it may be 0 here, and not elsewhere. */
function taxPatch({ draft, checkout }: Editing): object {
  const isTaxed = checkout.tax_amount !== 0 || checkout.customer_billing_address !== null
  return isTaxed ? addressPatch(draft, checkout) : {}
}

const isEmpty = (patch: object): boolean => Object.keys(patch).length === 0

/** One change at a time: what is changed meanwhile comes after it. */
function save(screen: Editing, patch: object): Turn {
  if (screen.saving === null) return stay({ ...screen, saving: patch, notice: null }, { do: 'save', patch })
  return isSame(patch, screen.saving) ? stay(screen) : stay({ ...screen, waiting: { ...screen.waiting, ...patch } })
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A code that stands in its field and is not applied yet. */
function openCode({ draft, checkout }: Editing): string | null {
  return isShown('code', checkout, draft) ? draft.code.trim() || null : null
}

/** What the total depends on, and the server has not been told: nothing is paid but what the button says. */
function untold(screen: Editing): object {
  const { draft, checkout } = screen
  const amount = parseMoney(draft.amount, checkout.currency)
  const isOther = isCustomPrice(checkout) && amount !== checkout.amount && !amountProblem(draft.amount, checkout)
  const code = openCode(screen)
  return { ...(isOther && { amount }), ...taxPatch(screen), ...(code !== null && { discount_code: code }) }
}

const codeIn = (patch: object): unknown => ('discount_code' in patch ? patch.discount_code : undefined)

type Saved = Extract<EditEvent, { is: 'saved' }>

function saved(screen: Editing, event: Saved): Turn {
  const { patch, reply, now, locale } = event
  if (screen.waiting && !isClosed(reply)) return saveNext(screen, screen.waiting, event)
  const idle: Editing = { ...screen, saving: null, waiting: null, isQueued: false }
  if (reply.kind === 'unreachable') {
    const { screen: form, commands } = withProblems(idle, generalProblem({ kind: 'not_saved' }))
    // Perhaps it has arrived all the same.
    return stay(form, ...commands, lookAgain(SOON))
  }
  if (reply.kind === 'refused') {
    if (isClosed(reply)) return stay(idle, lookAgain())
    const others = screen.isQueued ? checkForm(idle.draft, idle.checkout, now) : NO_PROBLEMS
    return withProblems(idle, bothProblems(problemsOf(reply.body, idle.checkout, idle.draft), others))
  }
  const next = withCheckout(idle, reply.body, patch, locale)
  const problems = passedOver(patch, reply.body)
  if (problems) return withProblems(next, problems)
  const keep = { do: 'keep', draft: next.draft } as const
  if (!screen.isQueued) return stay(next, keep)
  if (!isDueKnown(screen.checkout, next)) {
    return stay({ ...next, notice: codeIn(patch) ? 'code_applied' : 'new_total' }, keep)
  }
  const { screen: after, commands } = submitted(next, now, patch)
  return stay(after, keep, ...commands)
}

/** Paid, expired or gone. */
const isClosed = (reply: Saved['reply']): boolean => reply.kind === 'refused' && [403, 404, 410].includes(reply.status)

/** What became of the first change shows when the last one is answered. */
function saveNext(screen: Editing, waiting: object, { patch, reply, locale }: Saved): Turn {
  const next = reply.kind === 'ok' ? withCheckout(screen, reply.body, patch, locale) : screen
  const isQueued = screen.isQueued && isDueKnown(screen.checkout, next)
  return save({ ...next, saving: null, waiting: null, isQueued }, waiting)
}

/** Whoever pressed the button before a change has to know what is due after it: by the button, or by typing it. */
function isDueKnown(before: Checkout, { checkout, draft }: Editing): boolean {
  if (dueOf(before) === dueOf(checkout)) return true
  return isCustomPrice(checkout) && parseMoney(draft.amount, checkout.currency) === checkout.total_amount
}

/** What the server has made of a change. An amount that it sets is the amount that is shown. */
function withCheckout(screen: Editing, checkout: Checkout, patch: object, locale: string): Editing {
  const isOther = checkout.product_price.id !== screen.checkout.product_price.id
  const amount =
    isOther && isCustomPrice(checkout) ? plainMoney(checkout.amount, checkout.currency, locale) : screen.draft.amount
  const code = typeof codeIn(patch) === 'string' && checkout.discount ? '' : screen.draft.code
  return { ...screen, checkout, draft: { ...screen.draft, amount, code }, problems: NO_PROBLEMS }
}

/** The API passes over some wishes without a word, such as taking off a discount that the seller has fixed. */
function passedOver(patch: object, { discount }: Checkout): Problems | null {
  if (codeIn(patch) === null && discount !== null) return generalProblem({ kind: 'discount_fixed' })
  if (typeof codeIn(patch) === 'string' && discount === null) {
    return { fields: { code: { kind: 'code_unusable' } }, general: null }
  }
  return null
}

/**
 * What the total depends on comes first, such as a code that is typed but not applied: it may change what is due, and
 * whether a card is needed. `told` is what was sent just now; the server may write it in another way.
 */
function submitted(screen: Editing, now: Date, told: object = {}): Turn {
  if (screen.saving) return stay({ ...screen, isQueued: true })
  const patch = untold(screen)
  if (!isEmpty(patch) && !isSame(patch, told)) return save({ ...screen, isQueued: true }, patch)
  const { checkout, draft } = screen
  const problems = checkForm(draft, checkout, now)
  if (hasProblems(problems)) return withProblems(screen, problems)
  return stay({ at: 'confirming', checkout, draft, isAnswered: false }, { do: 'pay', checkout, draft })
}

/** Back to the form as it was, with what is wrong; the first field with a problem gets the focus. */
export function withProblems(screen: Editing | Confirming | Verifying, problems: Problems): Turn {
  const { checkout, draft } = screen
  if (draft === null) return stay(screen)
  const form = editing(checkout, draft, problems)
  return stay(form, { do: 'focus', field: firstField(form) })
}
