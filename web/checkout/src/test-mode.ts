import { TEST_CARD } from './card.ts'
import { isShown } from './fields.ts'
import type { Checkout } from './shapes.ts'
import type { State } from './state.ts'

/** Where anybody can pay with a test card, every screen of a checkout says so; null where money is real. */
export function testModeText(state: State): string | null {
  if (!('checkout' in state) || state.checkout.payment_processor_metadata.mode !== 'sandbox') return null
  const isCardAsked = state.screen === 'form' && isShown('number', state.checkout)
  return isCardAsked ? `pay with ${TEST_CARD.number}. No real money moves.` : 'no real money moves.'
}

export function needsRealCard({ payment_processor_metadata, is_payment_form_required }: Checkout): boolean {
  return payment_processor_metadata.mode === 'live' && is_payment_form_required
}
