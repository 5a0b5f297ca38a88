import { button, el } from '../dom.ts'
import type { Checkout } from '../shapes.ts'

/** A screen with one thing to say. */
export function messageView(title: string, text: string, retry?: () => void): HTMLElement {
  return el(
    'main',
    { class: 'message' },
    el('h1', { tabindex: '-1' }, title),
    el('p', {}, text),
    retry ? button('Try again', retry, 'button') : null,
  )
}

/** The buyer's bank has a question first; null when it has none. */
export function challengeView({ payment_processor_metadata: { redirect_url } }: Checkout): HTMLElement | null {
  if (redirect_url === undefined || !/^https?:\/\//.test(redirect_url)) return null
  return el(
    'main',
    { class: 'message' },
    el('h1', { tabindex: '-1' }, 'Your bank wants to know that it is you'),
    el('p', {}, 'Nothing is paid before you have said yes there. Afterwards you come back here.'),
    el('p', {}, el('a', { class: 'button', href: redirect_url }, 'Go to your bank')),
  )
}
