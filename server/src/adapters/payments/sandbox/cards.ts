import type { DeclineCode } from '../../../modules/payments/index.ts'

/**
 * How a test card behaves: `unknown` is charged and its answer lost, `late` succeeds after a while, `disputed` is charged
 * and asked back by the bank, `charge_declined_later` passes once and never again.
 */
export const CARD_OUTCOMES = [
  'success',
  'charge_declined_later',
  'authentication_required',
  'unknown',
  'late',
  'disputed',
] as const
export type CardOutcome = (typeof CARD_OUTCOMES)[number] | DeclineCode

export interface TestCard {
  readonly brand: string
  readonly outcome: CardOutcome
}

/** The numbers that everybody knows from trying out card payments. */
const CARDS: ReadonlyMap<string, TestCard> = new Map([
  ['4242424242424242', { brand: 'visa', outcome: 'success' }],
  ['4000056655665556', { brand: 'visa', outcome: 'success' }],
  ['5555555555554444', { brand: 'mastercard', outcome: 'success' }],
  ['2223003122003222', { brand: 'mastercard', outcome: 'success' }],
  ['378282246310005', { brand: 'amex', outcome: 'success' }],
  ['6011111111111117', { brand: 'discover', outcome: 'success' }],
  ['4000000000000002', { brand: 'visa', outcome: 'card_declined' }],
  ['4000000000009995', { brand: 'visa', outcome: 'insufficient_funds' }],
  ['4000000000000069', { brand: 'visa', outcome: 'expired_card' }],
  ['4000000000000127', { brand: 'visa', outcome: 'incorrect_cvc' }],
  ['4000000000000119', { brand: 'visa', outcome: 'processing_error' }],
  ['4000002500003155', { brand: 'visa', outcome: 'authentication_required' }],
  ['4000002760003184', { brand: 'visa', outcome: 'authentication_required' }],
  ['4000000000000341', { brand: 'visa', outcome: 'charge_declined_later' }],
  ['4000000000000259', { brand: 'visa', outcome: 'disputed' }],
])

export function findCard(number: string): TestCard | undefined {
  return CARDS.get(number.replace(/[ -]/g, ''))
}
