import { expect, it } from 'vitest'
import { exampleCheckout } from '../test/example.ts'
import { stateOf } from './state.ts'
import { needsRealCard, testModeText } from './test-mode.ts'

it('names the test card where a card is asked for', () => {
  expect(testModeText(stateOf(exampleCheckout()))).toBe('pay with 4242 4242 4242 4242. No real money moves.')
})

it.each([
  ['nothing is due', { is_payment_form_required: false }],
  ['all is paid', { status: 'succeeded' }],
  ['a payment is on its way', { status: 'confirmed' }],
])('names no card where %s', (_, changes) => {
  expect(testModeText(stateOf(exampleCheckout(changes)))).toBe('no real money moves.')
})

it('says nothing where money is real, or no checkout is shown', () => {
  expect(testModeText(stateOf(exampleCheckout({ payment_processor_metadata: { mode: 'live' } })))).toBeNull()
  expect(testModeText({ screen: 'missing' })).toBeNull()
})

it('asks for no card where money is real', () => {
  const live = { payment_processor_metadata: { mode: 'live' } }
  expect(needsRealCard(exampleCheckout(live))).toBe(true)
  expect(needsRealCard(exampleCheckout({ ...live, is_payment_form_required: false }))).toBe(false)
  expect(needsRealCard(exampleCheckout())).toBe(false)
})
