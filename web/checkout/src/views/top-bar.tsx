import type { Model } from '../machine/screen.ts'
import { useSurface } from './context.ts'

/** Where anybody can pay with a test card, every screen of a checkout says so, from the first moment on. */
export function TopBar({ model: { isOnline } }: { readonly model: Model }) {
  const { language, isTest } = useSurface()
  const { testMode, offline } = language.texts
  return (
    <header>
      {isTest && (
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
