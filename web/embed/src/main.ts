interface Options {
  readonly theme?: string | undefined
  readonly locale?: string | undefined
  readonly onSuccess?: (purchase: Purchase) => void
  readonly onClose?: () => void
}

interface Purchase {
  readonly checkout_id: string
  /** Where the seller's checkout leads on to; null when it names no address of its own. */
  readonly success_url: string | null
}

interface Handle {
  close(): void
}

/** The server that this script comes from: no other is ever shown, or listened to. */
const { currentScript } = document
const SERVER = new URL(currentScript instanceof HTMLScriptElement ? currentScript.src : location.href)
const BASE = SERVER.href.replace(/\/embed\.js.*$/, '/')
/** A page that may not be framed here says nothing at all. */
const PATIENCE = 8000

/** The checkout in a frame, and what it tells. */
function frameOf(address: string, options: Options, tell: (type: string, data: MessageEvent['data']) => void) {
  const url = new URL(address, location.href)
  if (!url.href.startsWith(BASE)) throw new Error(`Till: ${url.href} is not below ${BASE}`)
  url.searchParams.set('embed_origin', location.origin)
  for (const name of ['theme', 'locale'] as const) {
    const value = options[name]
    if (value) url.searchParams.set(name, value)
  }
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = 'Checkout'
  frame.allow = 'payment; clipboard-write'
  frame.style.cssText = 'border:0;width:100%;color-scheme:auto;background:transparent'
  // What cannot be shown here is shown in full.
  const giveUp = setTimeout(() => location.assign(address), PATIENCE)
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== SERVER.origin || source !== frame.contentWindow || !data) return
    clearTimeout(giveUp)
    tell(data.type, data)
  }
  addEventListener('message', hear)
  const stop = () => {
    clearTimeout(giveUp)
    removeEventListener('message', hear)
    frame.remove()
  }
  return { frame, stop }
}

/** Told to the page first, which may keep us from leading on. */
function succeed(at: EventTarget, { checkout_id, success_url }: Purchase, options: Options): boolean {
  const detail: Purchase = { checkout_id, success_url }
  const event = new CustomEvent('till:success', { detail, bubbles: true, cancelable: true })
  const mayLead = at.dispatchEvent(event)
  options.onSuccess?.(detail)
  if (mayLead && !options.onSuccess && success_url) location.assign(success_url)
  // Where nobody takes over, the buyer sees the result here, and closes it.
  return !mayLead || !!options.onSuccess || !!success_url
}

const opened = new Map<string, HTMLDialogElement>()

/** Over the page. Closed by its button, by the Escape key, or when it was paid. Opened again, it is where it was. */
function open(address: string, options: Options = {}, from: EventTarget = document): Handle {
  const dialog = opened.get(address) ?? dialogFor(address, options, from)
  opened.set(address, dialog)
  dialog.showModal()
  return { close: () => dialog.close() }
}

function dialogFor(address: string, options: Options, from: EventTarget): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Checkout')
  dialog.style.cssText =
    'width:100%;max-width:62rem;height:100%;max-height:100%;margin:auto;padding:0;border:0;border-radius:12px;overflow:hidden'
  let isPaid = false
  const { frame, stop } = frameOf(address, options, (type, data) => {
    if (type === 'till:success') isPaid = true
    if (type === 'till:close' || (type === 'till:success' && succeed(from, data, options))) dialog.close()
  })
  frame.style.height = '100%'
  const button = document.createElement('button')
  button.textContent = '×'
  button.setAttribute('aria-label', 'Close')
  button.style.cssText =
    'position:absolute;top:6px;right:6px;width:44px;height:44px;border:0;border-radius:50%;background:#0000;color:#777;font:28px/1 sans-serif;cursor:pointer'
  button.onclick = () => dialog.close()
  dialog.onclose = () => {
    // A payment may be under way. Another checkout could be paid beside it.
    if (isPaid) {
      stop()
      dialog.remove()
      opened.delete(address)
    }
    from.dispatchEvent(new CustomEvent('till:close', { bubbles: true }))
    options.onClose?.()
  }
  dialog.append(frame, button)
  document.body.append(dialog)
  return dialog
}

/** Inside the page, as high as it is. */
function mount(place: HTMLElement, address: string, options: Options = {}): Handle {
  const { frame, stop } = frameOf(address, options, (type, data) => {
    if (type === 'till:resize') frame.style.height = `${data.height}px`
    if (type === 'till:success') succeed(place, data, options)
    if (type === 'till:close') place.dispatchEvent(new CustomEvent('till:close', { bubbles: true }))
  })
  frame.style.height = '60rem'
  place.append(frame)
  return { close: stop }
}

const looksOf = ({ dataset }: HTMLElement): Options => ({ theme: dataset.tillTheme, locale: dataset.tillLocale })

document.addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest<HTMLElement>('[data-till-checkout]')
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
  const address = link.dataset.tillCheckout || link.getAttribute('href')
  if (!address) return
  event.preventDefault()
  open(address, looksOf(link), link)
})

function mountAll(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-till-inline]')) {
    if (!place.querySelector('iframe')) mount(place, place.dataset.tillInline ?? '', looksOf(place))
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountAll)
else mountAll()

Object.assign(window, { Till: { open, mount } })
