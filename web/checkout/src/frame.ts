import type { Screen } from './machine/screen.ts'

/** What the page tells the site that shows it in a frame. */
export type Message =
  /** It can be shown here, and is called so. */
  | { readonly type: 'till:ready'; readonly title: string }
  | { readonly type: 'till:resize'; readonly height: number }
  | { readonly type: 'till:close' }
  | { readonly type: 'till:success'; readonly checkout_id: string; readonly success_url: string | null }

export interface Frame {
  readonly isFramed: boolean
  /** Over the site's own page, where it needs a button to close it. */
  readonly isOverlay: boolean
  tell(message: Message, origin: string | null): void
}

/**
 * Only ever to one origin: that of the seller's checkout. Before it is read, that which the site itself has named; the
 * server has let it show the page, and it hears nothing of the purchase.
 */
export function frameAround(self: Window, query: URLSearchParams): Frame {
  const isFramed = self.parent !== self
  const asked = originIn(query.get('embed_origin'))
  return {
    isFramed,
    isOverlay: isFramed && query.get('embed') === 'overlay',
    tell(message, origin) {
      const target = origin ?? (message.type === 'till:success' ? null : asked)
      if (isFramed && target !== null) self.parent.postMessage(message, target)
    },
  }
}

/** Whom the page may speak to: the checkout says it, also one that is over. */
export function originOf(screen: Screen): string | null {
  const source = screen.at === 'expired' ? screen.body : 'checkout' in screen ? screen.checkout : null
  return originIn(source?.embed_origin)
}

function originIn(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).origin : null
}
