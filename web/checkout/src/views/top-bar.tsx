import { TEST_CARD } from '../form/card.ts'
import type { Model } from '../machine/screen.ts'
import { useSurface } from './context.ts'

/** The number stays on one line. */
const NO_BREAK = '\u00a0'

/** Where anybody can pay with a test card, every screen of a checkout says so. */
export function TopBar({ model: { screen, isOnline } }: { readonly model: Model }) {
  const { texts } = useSurface().language
  const isTest = 'checkout' in screen && screen.checkout.payment_processor_metadata.mode === 'sandbox'
  const isCardAsked = screen.at === 'editing' && screen.checkout.is_payment_form_required
  return (
    <header>
      {isTest && (
        <p class="test-bar">
          <strong>{texts.testMode.title}</strong>{' '}
          {isCardAsked ? texts.testMode.card(TEST_CARD.number.replaceAll(' ', NO_BREAK)) : texts.testMode.plain}
        </p>
      )}
      <p class="offline-bar" role="status" hidden={isOnline}>
        {isOnline ? '' : texts.offline}
      </p>
    </header>
  )
}
