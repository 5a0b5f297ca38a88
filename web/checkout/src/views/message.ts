import { button, el } from '../dom.ts'

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
