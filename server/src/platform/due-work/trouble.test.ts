import { describe, expect, it } from 'vitest'
import { troubleOf } from './trouble.ts'

describe('what is kept of an error', () => {
  it.each([
    ['our own: what it says', new Error('the payment 1 has no reference'), 'the payment 1 has no reference'],
    ['a long one: its beginning', new Error('x'.repeat(999)), 'x'.repeat(200)],
    ['of others: names, and not what they repeat', foreign(), 'StripeError: invalid_request resource_missing'],
    ['of the database: the rule that was broken', broken(), 'PostgresError: 23505 orders_checkout_key'],
    ['no error at all', 'sk_test_1', 'something else than an error was thrown'],
  ])('%s', (_, error, kept) => {
    expect(troubleOf(error)).toBe(kept)
  })
})

function foreign(): Error {
  const fields = { name: 'StripeError', type: 'invalid_request', code: 'resource_missing' }
  return Object.assign(new Error('No such thing: sk_test_1'), fields)
}

function broken(): Error {
  const fields = { name: 'PostgresError', code: '23505', constraint_name: 'orders_checkout_key' }
  return Object.assign(new Error('duplicate key'), fields)
}
