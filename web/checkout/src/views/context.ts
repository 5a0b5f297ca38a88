import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Event } from '../machine/event.ts'
import type { StripeForm } from '../payments/stripe.ts'
import type { Language } from '../texts/index.ts'

/** What every part of the page can reach. */
export interface Surface {
  readonly language: Language
  readonly send: (event: Event) => void
  readonly stripe: StripeForm
  readonly isFramed: boolean
  /** No real money moves here. The server says so with the frame of the page, before the checkout is there. */
  readonly isTest: boolean
  /** Over the page of a site, which has no other button for it; null elsewhere. */
  readonly close: (() => void) | null
}

const Context = createContext<Surface | null>(null)

export const SurfaceProvider = Context.Provider

export function useSurface(): Surface {
  const surface = useContext(Context)
  if (surface === null) throw new Error('there is no page around this')
  return surface
}
