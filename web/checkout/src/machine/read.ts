import type { Items, Reply } from '../api/api.ts'
import type { Checkout, ErrorBody, Grant } from '../api/shapes.ts'
import { type Draft, withNews } from '../form/draft.ts'
import { type Field, fieldsOf } from '../form/field-names.ts'
import { hasProblems, NO_PROBLEMS, type Problems } from '../form/problem.ts'
import { declineProblems, problemsOf } from '../form/refusal.ts'
import type { Command } from './command.ts'
import type { Event } from './event.ts'
import type { Editing, Goods, Note, Screen } from './screen.ts'

/** A screen, and what has to be done for it. */
export interface Turn {
  readonly screen: Screen
  readonly commands: readonly Command[]
}

export const stay = (screen: Screen, ...commands: readonly Command[]): Turn => ({ screen, commands })

const LATER = 3000

export const lookAgain = (after = 0): Command => ({ do: 'read', after, because: null })

/** What a read of the checkout means for the page as it stands. */
export function afterReading(before: Screen, { reply, because, first }: Extract<Event, { is: 'read' }>): Turn {
  if (reply.kind === 'unreachable') return whileAway(before)
  if (reply.kind === 'refused') {
    if (reply.status === 410) return stay({ at: 'expired', body: reply.body, restart: 'no' })
    return reply.status === 404 ? stay({ at: 'missing' }) : whileAway(before)
  }
  const checkout = reply.body
  switch (checkout.status) {
    case 'open':
      return opened(before, checkout, because, first)
    case 'confirmed':
      return underWay(before, checkout)
    case 'succeeded':
      return bought(before, checkout)
    case 'expired':
      return stay({ at: 'expired', body: { embed_origin: checkout.embed_origin }, restart: 'no' })
    default:
      return stay({ at: 'failed', checkout, restart: 'no' })
  }
}

/** Whatever is shown stays, and the page asks again by itself. */
function whileAway(before: Screen): Turn {
  switch (before.at) {
    case 'loading':
    case 'unreachable':
      return stay({ at: 'unreachable' }, lookAgain(LATER))
    case 'confirming': {
      const { checkout, draft } = before
      return stay({ at: 'verifying', checkout, draft, lost: null }, lookAgain(LATER))
    }
    case 'verifying':
    case 'challenge':
      return stay(before, lookAgain(LATER))
    default:
      return stay(before)
  }
}

/** The form, with what was typed into it. After an attempt that came to nothing it says why. */
function opened(
  before: Screen,
  checkout: Checkout,
  because: ErrorBody | null,
  first: (checkout: Checkout) => Draft,
): Turn {
  const draft = draftFor(before, checkout, first)
  if (because) {
    const screen = editing(checkout, draft, problemsOf(because, checkout, draft))
    return stay(screen, { do: 'focus', field: firstField(screen) })
  }
  if (before.at === 'editing') return stay(editing(checkout, draft, withoutAway(before.problems)))
  const screen = editing(checkout, draft, afterAttempt(before, checkout, draft))
  return hasProblems(screen.problems) ? stay(screen, { do: 'focus', field: firstField(screen) }) : stay(screen)
}

/** What could be read shows that the shop is there again. */
function withoutAway({ fields, general }: Problems): Problems {
  const isAway = general?.kind === 'unreachable' || general?.kind === 'not_saved'
  return { fields, general: isAway ? null : general }
}

/** What was typed; but for the amount where another tab has chosen another price. */
function draftFor(before: Screen, checkout: Checkout, first: (checkout: Checkout) => Draft): Draft {
  if (!('draft' in before) || before.draft === null) return first(checkout)
  const isSame = before.checkout.product_price.id === checkout.product_price.id
  const draft = withNews(before.draft, before.checkout, checkout)
  return isSame ? draft : { ...draft, amount: first(checkout).amount }
}

/** Why an attempt failed stands in the checkout, also for whoever comes back from a bank's page. */
function afterAttempt(before: Screen, checkout: Checkout, draft: Draft): Problems {
  const { failure_code } = checkout.payment_processor_metadata
  if (failure_code !== undefined) return declineProblems(failure_code, checkout, draft)
  return before.at === 'challenge' ? declineProblems('authentication_failed', checkout, draft) : NO_PROBLEMS
}

export function editing(checkout: Checkout, draft: Draft, problems: Problems): Editing {
  return { at: 'editing', checkout, draft, saving: null, waiting: null, pressed: null, problems, notice: null }
}

/** The first one on the page that has a problem. */
export function firstField({ problems, checkout, draft }: Editing): Field | null {
  return fieldsOf(checkout, draft.country).find((field) => problems.fields[field] !== undefined) ?? null
}

function underWay(before: Screen, checkout: Checkout): Turn {
  const draft = 'draft' in before ? before.draft : null
  const { redirect_url, client_secret } = checkout.payment_processor_metadata
  const waiting: readonly Command[] = [{ do: 'watch' }, lookAgain(LATER)]
  if (!isChallenged(checkout)) return stay({ at: 'verifying', checkout, draft, lost: null }, ...waiting)
  // Answered here, and the processor has not said so yet: the buyer is not asked twice.
  if (before.at === 'verifying' && isChallenged(before.checkout)) return stay(before, ...waiting)
  const ask: Command[] =
    before.at !== 'challenge' && redirect_url === undefined && client_secret !== undefined
      ? [{ do: 'answer_challenge', clientSecret: client_secret }]
      : []
  return stay({ at: 'challenge', checkout, draft }, ...ask, ...waiting)
}

const isChallenged = ({ payment_processor_metadata: { intent_status } }: Checkout): boolean =>
  intent_status === 'requires_action'

/** What the page finds when it is opened is no news: whoever shows it was told before. */
function bought(before: Screen, checkout: Checkout): Turn {
  const isNews = before.at !== 'loading' && before.at !== 'unreachable'
  const keys = goodsOf(checkout, 'license_keys')
  const downloads = goodsOf(checkout, 'downloadables')
  const notes = goodsOf(checkout, 'custom')
  return stay(
    { at: 'paid', checkout, keys, downloads, notes, order: { kind: 'loading' } },
    { do: 'finish', checkout, isNews },
    { do: 'fetch_goods', checkout },
  )
}

function goodsOf({ product }: Checkout, type: string): { readonly kind: 'loading' | 'none' } {
  return { kind: product.benefits.some((benefit) => benefit.type === type) ? 'loading' : 'none' }
}

/** No reply: this browser has not bought it, so it may not see it. */
export function goodsAfterReading<Item>(reply: Reply<Items<Item>> | null): Goods<Item> {
  if (reply === null) return { kind: 'hidden' }
  if (reply.kind === 'ok') return { kind: 'shown', items: reply.body.items }
  return { kind: reply.kind === 'refused' && reply.status === 401 ? 'hidden' : 'unreachable' }
}

/** Many benefits need no word about them. */
export function notesAfterReading(reply: Reply<Items<Grant>> | null): Goods<Note> {
  const goods = goodsAfterReading(reply)
  if (goods.kind !== 'shown') return goods
  const items = goods.items.flatMap(({ benefit: { id, description, properties } }) => {
    const text = properties.note?.trim()
    return text ? [{ benefit_id: id, title: description, text }] : []
  })
  return { kind: 'shown', items }
}
