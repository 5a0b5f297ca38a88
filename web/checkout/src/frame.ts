import type { Screen } from './machine/screen.ts'

/** What the page tells the site that shows it in a frame. */
export type Message =
  | { readonly type: 'till:ready' }
  | { readonly type: 'till:resize'; readonly height: number }
  | { readonly type: 'till:close' }
  | { readonly type: 'till:success'; readonly checkout_id: string; readonly success_url: string | null }

export interface Frame {
  readonly isFramed: boolean
  tell(message: Message, origin: string | null): void
}

/** Only ever to the one origin that the seller has named: nobody else hears that somebody has paid. */
export function frameAround(self: Window): Frame {
  const isFramed = self.parent !== self
  return {
    isFramed,
    tell(message, origin) {
      if (isFramed && origin !== null) self.parent.postMessage(message, origin)
    },
  }
}

/** Whom the page may speak to: the checkout says it, also one that is over. */
export function originOf(screen: Screen): string | null {
  const source = screen.at === 'expired' ? screen.body : 'checkout' in screen ? screen.checkout : null
  const url = source?.embed_origin ?? null
  return url !== null && URL.canParse(url) ? new URL(url).origin : null
}
