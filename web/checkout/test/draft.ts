import type { Draft } from '../src/form/draft.ts'

/** Months before the example card runs out. */
export const NOW = new Date('2026-06-15T12:00:00Z')

/** A form that is filled in: with an e-mail address, and a card that pays. */
export function exampleDraft(changes: Partial<Draft> = {}): Draft {
  return {
    amount: '79.00',
    email: 'ada@example.com',
    name: '',
    country: '',
    line1: '',
    line2: '',
    postal_code: '',
    city: '',
    state: '',
    isBusiness: false,
    tax_id: '',
    elsewhere: {},
    code: '',
    number: '4242 4242 4242 4242',
    expiry: '12 / 34',
    cvc: '123',
    custom: {},
    ...changes,
  }
}
