import { parseMoney, plainMoney } from '@till/money'
import type { Checkout, Patch } from '../api/shapes.ts'
import { amountProblem, checkForm } from '../form/check.ts'
import { addressPatch } from '../form/confirm-body.ts'
import { withNews } from '../form/draft.ts'
import { bothProblems, generalProblem, hasProblems, type Problems } from '../form/problem.ts'
import { problemsOf } from '../form/refusal.ts'
import { isCustomPrice, isShown } from '../form/shown.ts'
import { isEmpty, isSame, merged } from './changes.ts'
import type { Event } from './event.ts'
import { pressOn, surpriseIn } from './press.ts'
import { editing, firstField, lookAgain, stay, type Turn } from './read.ts'
import type { Confirming, Editing, Press, Verifying } from './screen.ts'

const SOON = 1500

/** One change at a time: what is changed meanwhile comes after it, unless it is what is on its way already. */
export function save(screen: Editing, patch: Patch): Turn {
  const form: Editing = { ...screen, notice: null, problems: { ...screen.problems, general: null } }
  if (screen.saving === null) return send(form, patch)
  const waiting = merged(screen.waiting ?? {}, patch)
  return stay({ ...form, waiting: isSame(waiting, screen.saving) ? null : waiting })
}

const send = (screen: Editing, patch: Patch): Turn =>
  stay({ ...screen, saving: patch, waiting: null }, { do: 'save', patch })

type Saved = Extract<Event, { is: 'saved' }>

/** What became of a change. */
export function saved(screen: Editing, event: Saved): Turn {
  const { patch, reply, now } = event
  const idle: Editing = { ...screen, saving: null, waiting: null, pressed: null }
  if (isClosed(reply)) return stay(idle, lookAgain())
  if (screen.waiting) return saveNext(screen, screen.waiting, event)
  if (reply.kind === 'unreachable') {
    const { screen: form, commands } = withProblems(idle, { ...idle.problems, general: { kind: 'not_saved' } })
    // Perhaps it has arrived all the same.
    return stay(form, ...commands, lookAgain(SOON))
  }
  const form = settled(idle, event)
  const refusal = refusalIn(screen, event)
  if (refusal) {
    const others = screen.pressed ? checkForm(form.draft, form.checkout, now) : form.problems
    return alsoSaving(withProblems(form, bothProblems(refusal, others)), notRefused(patch, reply))
  }
  const keep = { do: 'keep', draft: form.draft } as const
  if (screen.pressed === null) return stay(form, keep)
  const surprise = surpriseIn(screen.pressed, form)
  if (surprise === 'new_offer') return stay({ ...form, notice: surprise }, keep)
  if (surprise) return stay({ ...form, notice: patch.discount_code ? 'code_applied' : (form.notice ?? surprise) }, keep)
  const { screen: after, commands } = submitted(form, now, { told: patch, press: screen.pressed })
  return stay(after, keep, ...commands)
}

/** Paid, expired or gone. */
const isClosed = (reply: Saved['reply']): boolean => reply.kind === 'refused' && [403, 404, 410].includes(reply.status)

/**
 * What was changed meanwhile goes next. What may not have arrived goes along with it; what was refused is said, and then
 * the press is over: the buyer wanted something else than they would get.
 */
function saveNext(screen: Editing, waiting: Patch, event: Saved): Turn {
  if (event.reply.kind === 'unreachable') return send(screen, merged(event.patch, waiting))
  const form = settled(screen, event)
  const refusal = refusalIn(screen, event)
  if (refusal === null) return send(form, waiting)
  const refused = { ...form, pressed: null, problems: bothProblems(refusal, form.problems) }
  const { screen: next, commands } = send(refused, merged(notRefused(event.patch, event.reply), waiting))
  return stay(next, ...commands, { do: 'focus', field: firstField(refused) })
}

/** A change is taken as a whole or not at all: what nothing was wrong with goes again, by itself. */
function notRefused(patch: Patch, reply: Saved['reply']): Patch {
  const { detail } = reply.kind === 'refused' ? reply.body : {}
  const names = Array.isArray(detail) ? detail.map(({ loc }) => loc[1]) : []
  const others = Object.entries(patch).filter(([name]) => !names.includes(name))
  return others.length < Object.keys(patch).length ? Object.fromEntries(others) : {}
}

function alsoSaving({ screen, commands }: Turn, patch: Patch): Turn {
  if (screen.at !== 'editing' || isEmpty(patch)) return { screen, commands }
  return stay({ ...screen, saving: patch }, ...commands, { do: 'save', patch })
}

/** The form after an answer. An amount that the server sets is the amount that is shown. */
function settled(screen: Editing, { patch, reply, locale }: Saved): Editing {
  if (reply.kind !== 'ok') return screen
  const checkout = reply.body
  const isOther = checkout.product_price.id !== screen.checkout.product_price.id
  const amount =
    isOther && isCustomPrice(checkout) ? plainMoney(checkout.amount, checkout.currency, locale) : screen.draft.amount
  const code = patch.discount_code && checkout.discount ? '' : screen.draft.code
  // What is chosen now may not be what the discount is for.
  const isGone = screen.checkout.discount !== null && checkout.discount === null && patch.discount_code === undefined
  const notice = isGone ? 'discount_gone' : screen.notice
  const problems = withoutMended(screen.problems, patch)
  const draft = withNews({ ...screen.draft, amount, code }, screen.checkout, checkout)
  return { ...screen, checkout, draft, problems, notice }
}

/** What the server has taken was not wrong. */
function withoutMended({ fields, general }: Problems, patch: Patch): Problems {
  const mended = Object.keys(patch).flatMap((name) => FIELDS[name as keyof Patch])
  return { fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !mended.includes(name))), general }
}

const FIELDS: { readonly [Name in keyof Required<Patch>]: readonly string[] } = {
  product_id: ['amount'],
  product_price_id: ['amount'],
  amount: ['amount'],
  discount_code: ['code'],
  customer_billing_address: ['country', 'line1', 'line2', 'postal_code', 'city', 'state'],
  customer_tax_id: ['tax_id'],
}

/** Said by the server; or passed over without a word, such as taking off a discount that the seller has fixed. */
function refusalIn({ checkout, draft }: Editing, { patch, reply }: Saved): Problems | null {
  if (reply.kind === 'refused') return problemsOf(reply.body, checkout, draft)
  if (reply.kind !== 'ok' || patch.discount_code === undefined) return null
  const { discount } = reply.body
  if (patch.discount_code === null) return discount === null ? null : generalProblem({ kind: 'discount_fixed' })
  return discount === null ? { fields: { code: { kind: 'code_unusable' } }, general: null } : null
}

/**
 * The button was pressed. What the total depends on comes first, such as a code that is typed but not applied: it may
 * change what is due, and whether a card is needed. `told` is what was sent just now; the server may write it in another
 * way.
 */
export function submitted(
  screen: Editing,
  now: Date,
  { told = {}, press = pressOn(screen) }: { readonly told?: Patch; readonly press?: Press } = {},
): Turn {
  if (screen.saving) return stay({ ...screen, pressed: press })
  const patch = untold(screen)
  if (!isEmpty(patch) && !isSame(patch, told)) return save({ ...screen, pressed: press }, patch)
  const { checkout, draft } = screen
  const problems = checkForm(draft, checkout, now)
  if (hasProblems(problems)) return withProblems(screen, problems)
  return stay({ at: 'confirming', checkout, draft, isAnswered: false }, { do: 'pay', checkout, draft })
}

/** What the total depends on, and the server has not been told: nothing is paid but what the button says. */
function untold(screen: Editing): Patch {
  const { draft, checkout } = screen
  const isTyped = isCustomPrice(checkout) && !amountProblem(draft.amount, checkout)
  const amount = isTyped ? parseMoney(draft.amount, checkout.currency) : null
  const code = openCode(screen)
  return {
    ...(amount !== null && amount !== checkout.amount && { amount }),
    ...taxPatch(screen),
    ...(code !== null && { discount_code: code }),
  }
}

/** A code that stands in its field and is not applied yet. */
export function openCode({ draft, checkout }: Editing): string | null {
  return isShown('code', checkout, draft) ? draft.code.trim() || null : null
}

/** Without an address the tax is unknown where there can be any. With one it may be 0 here, and not elsewhere. */
export function taxPatch({ draft, checkout }: { draft: Editing['draft']; checkout: Checkout }): Patch {
  const isTaxed = checkout.tax_amount !== 0 || checkout.customer_billing_address !== null
  return isTaxed ? addressPatch(draft, checkout) : {}
}

/** Back to the form as it was, with what is wrong; the first field with a problem gets the focus. */
export function withProblems(screen: Editing | Confirming | Verifying, problems: Problems): Turn {
  const { checkout, draft } = screen
  if (draft === null) return stay(screen)
  const form = editing(checkout, draft, problems)
  return stay(form, { do: 'focus', field: firstField(form) })
}
