import type { Model } from '../machine/screen.ts'
import { useSurface } from './context.ts'

/**
 * Where anybody can pay with a test card, every screen of a checkout says so, from the first moment on. An expired one may
 * be started again with real money.
 */
export function TopBar({ model: { screen, isOnline } }: { readonly model: Model }) {
  const { language, isTest } = useSurface()
  const { testMode, offline } = language.texts
  return (
    <header>
      {isTest && screen.at !== 'expired' && (
        <p class="test-bar">
          <strong>{testMode.title}</strong> {testMode.text}
        </p>
      )}
      <p class="offline-bar" role="status" hidden={isOnline}>
        {isOnline ? '' : offline}
      </p>
    </header>
  )
}
