import { fieldIssue, type InputIssue, InvalidInput, missingField } from '../../../kernel/invalid-input.ts'
import { changedKeys } from '../../../kernel/same.ts'
import type { Discount } from '../model.ts'
import type { DiscountCreate, DiscountUpdate } from '../schema.ts'

/** What a discount is worth, and for how long: all that cannot change once somebody has used it. */
export type DiscountTerms = Pick<
  Discount,
  'type' | 'amount' | 'currency' | 'basisPoints' | 'duration' | 'durationInMonths'
>

const FIELDS = {
  type: 'type',
  amount: 'amount',
  currency: 'currency',
  basisPoints: 'basis_points',
  duration: 'duration',
  durationInMonths: 'duration_in_months',
} as const satisfies Record<keyof DiscountTerms, keyof DiscountUpdate>

type TermsInput = Pick<DiscountUpdate, (typeof FIELDS)[keyof DiscountTerms]>

export function newTerms(input: DiscountCreate, defaultCurrency: string): DiscountTerms {
  const { type, duration } = input
  const blank = { type, amount: null, currency: defaultCurrency, basisPoints: null, duration, durationInMonths: null }
  // In a create, null is the same as left out.
  return termsAfter(blank, Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)))
}

/** What is left out stays, as long as it still fits the type and the duration. */
export function termsAfter(before: DiscountTerms, given: TermsInput): DiscountTerms {
  const merged = {
    type: given.type ?? before.type,
    amount: given.amount === undefined ? before.amount : given.amount,
    currency: given.amount == null || given.currency === undefined ? before.currency : given.currency,
    basisPoints: given.basis_points === undefined ? before.basisPoints : given.basis_points,
    duration: given.duration ?? before.duration,
    durationInMonths: given.duration_in_months === undefined ? before.durationInMonths : given.duration_in_months,
  }
  refuse([...valueIssues(merged, given), ...durationIssues(merged, given)])
  return fitting(merged)
}

/** Whoever bought with a discount keeps what was promised, and the books keep adding up. */
export function refuseNewTerms(before: Discount, after: DiscountTerms, given: TermsInput): void {
  if (before.redemptionsCount === 0) return
  const fields = changedKeys<DiscountTerms>(before, after).map((key) => FIELDS[key])
  const msg = 'This cannot change any more: the discount has been used'
  refuse(fields.flatMap((field) => (given[field] === undefined ? [] : [fieldIssue(field, msg, given[field])])))
}

function valueIssues(terms: DiscountTerms, given: TermsInput): InputIssue[] {
  if (terms.type === 'percentage') {
    return [
      ...(terms.basisPoints === null ? [missingField('basis_points')] : []),
      // A currency is let through: existing clients send one with every update.
      ...(given.amount == null ? [] : [fieldIssue('amount', 'A percentage discount has no amount', given.amount)]),
    ]
  }
  return [
    ...(terms.amount === null ? [missingField('amount')] : []),
    ...(terms.currency === null ? [missingField('currency')] : []),
    ...(given.basis_points == null
      ? []
      : [fieldIssue('basis_points', 'A fixed discount has no basis points', given.basis_points)]),
  ]
}

function durationIssues(terms: DiscountTerms, given: TermsInput): InputIssue[] {
  if (terms.duration === 'repeating') return terms.durationInMonths === null ? [missingField('duration_in_months')] : []
  if (given.duration_in_months == null) return []
  return [fieldIssue('duration_in_months', 'Only a repeating discount has months', given.duration_in_months)]
}

function fitting(terms: DiscountTerms): DiscountTerms {
  return {
    ...terms,
    ...(terms.type === 'fixed' ? { basisPoints: null } : { amount: null, currency: null }),
    ...(terms.duration === 'repeating' ? {} : { durationInMonths: null }),
  }
}

function refuse(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw new InvalidInput(issues)
}
