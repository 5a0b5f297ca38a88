import { expect, it } from 'vitest'
import {
  bothProblems,
  generalProblem,
  hasProblems,
  isDecline,
  isRefusedAtField,
  NO_PROBLEMS,
  type Problems,
} from './problem.ts'

const email: Problems = { fields: { email: { kind: 'email' } }, general: null }

it('is there at a field, or for the page as a whole', () => {
  expect(hasProblems(NO_PROBLEMS)).toBe(false)
  expect(hasProblems(email)).toBe(true)
  expect(hasProblems(generalProblem({ kind: 'unknown' }))).toBe(true)
})

it('at a field is something to fill in, or a purchase that was refused', () => {
  expect(isRefusedAtField(email)).toBe(false)
  expect(isRefusedAtField({ fields: { cvc: { kind: 'declined', code: 'incorrect_cvc' } }, general: null })).toBe(true)
  expect(isRefusedAtField({ fields: { email: { kind: 'subscribed_already' } }, general: null })).toBe(true)
  expect(isRefusedAtField(generalProblem({ kind: 'declined', code: 'card_declined' }))).toBe(false)
})

it('of two kinds, what the first says goes before', () => {
  const other: Problems = { fields: { email: { kind: 'missing' }, cvc: { kind: 'cvc' } }, general: { kind: 'unknown' } }
  expect(bothProblems(email, other)).toEqual({
    fields: { email: { kind: 'email' }, cvc: { kind: 'cvc' } },
    general: { kind: 'unknown' },
  })
  expect(bothProblems(generalProblem({ kind: 'unreachable' }), other).general).toEqual({ kind: 'unreachable' })
  expect(bothProblems(email, NO_PROBLEMS)).toEqual(email)
})

it('a decline is told from other refusals', () => {
  expect(isDecline({ error: 'PaymentError', code: 'card_declined' })).toBe(true)
  expect(isDecline({ error: 'NotOpenCheckout' })).toBe(false)
  expect(isDecline({})).toBe(false)
})
