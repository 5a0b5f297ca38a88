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
const SERVER = new URL((document.currentScript as HTMLScriptElement).src)
const BASE = SERVER.href.replace(/\/embed\.js.*$/, '/')
/** How long we wait for a word. A page that may not be shown here says nothing at all, though its frame has loaded. */
const LOADING = 8000
const LOADED = 800

const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag) => document.createElement(tag)

/** The checkout in a frame, which is not seen before it can be used, and what it tells. */
function frameOf(
  address: string,
  options: Options,
  way: string,
  tell: (type: string, data: MessageEvent['data']) => void,
) {
  const url = new URL(address, location.href)
  if (!url.href.startsWith(BASE)) throw new Error(`Till: ${url.href} is not below ${BASE}`)
  const { theme, locale } = options
  for (const [name, value] of Object.entries({ embed: way, embed_origin: location.origin, theme, locale })) {
    if (value) url.searchParams.set(name, value)
  }
  const frame = make('iframe')
  const { style } = frame
  frame.src = url.href
  frame.allow = 'payment; clipboard-write'
  style.cssText = 'border:0;width:100%;color-scheme:auto;background:#0000;opacity:0'
  // What cannot be shown here is shown in full.
  const showInFull = () => location.assign(address)
  let patience = setTimeout(showInFull, LOADING)
  let isReady = false
  frame.onload = () => {
    clearTimeout(patience)
    if (!isReady) patience = setTimeout(showInFull, LOADED)
  }
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== SERVER.origin || source !== frame.contentWindow || !data) return
    clearTimeout(patience)
    isReady = true
    style.opacity = ''
    if (data.title) frame.title = data.title
    tell(String(data.type).slice(5), data)
  }
  addEventListener('message', hear)
  const stop = () => {
    clearTimeout(patience)
    removeEventListener('message', hear)
    frame.remove()
  }
  return { frame, stop }
}

/** False: the page wants to go on by itself. */
function announce(at: EventTarget, type: string, detail?: Purchase): boolean {
  return at.dispatchEvent(new CustomEvent(`till:${type}`, { detail, bubbles: true, cancelable: true }))
}

/** Told to the page first, which may keep us from leading on. */
function succeed(at: EventTarget, { checkout_id, success_url }: Purchase, options: Options): boolean {
  const detail: Purchase = { checkout_id, success_url }
  const isTaken = !announce(at, 'success', detail) || !!options.onSuccess
  options.onSuccess?.(detail)
  if (!isTaken && success_url) location.assign(success_url)
  // Where nobody takes over, the buyer sees the result here, and closes it.
  return isTaken || !!success_url
}

/** Who is told, and how: whoever has opened it last. */
interface Overlay {
  readonly dialog: HTMLDialogElement
  options: Options
  from: EventTarget
}

const opened = new Map<string, Overlay>()

/** Over the page. Closed by its button, by the Escape key, or when it was paid. Opened again, it is where it was. */
function open(address: string, options: Options = {}, from: EventTarget = document): Handle {
  const overlay = opened.get(address) ?? overlayFor(address, options, from)
  const { dialog } = Object.assign(overlay, { options, from })
  dialog.showModal()
  return { close: () => dialog.close() }
}

function overlayFor(address: string, options: Options, from: EventTarget): Overlay {
  const dialog = make('dialog')
  const button = make('button')
  const overlay = { dialog, options, from }
  dialog.style.cssText =
    'width:100%;max-width:62rem;height:100%;max-height:min(100%,60rem);margin:auto;padding:0;border:0;border-radius:12px;overflow:hidden;box-shadow:0 0 0 99in #0006'
  // A payment may be under way. Another checkout could be paid beside it.
  let isKept = false
  const { frame, stop } = frameOf(address, options, 'overlay', (type, data) => {
    if (type === 'ready') {
      // From now on the page has a button of its own.
      button.hidden = isKept = true
      dialog.ariaLabel = data.title
      frame.focus()
    }
    if (type === 'success') {
      isKept = false
      if (succeed(overlay.from, data, overlay.options)) forget()
    }
    if (type === 'close') dialog.close()
  })
  const forget = () => {
    opened.delete(address)
    stop()
    dialog.close()
    dialog.remove()
  }
  frame.style.height = '100%'
  button.textContent = '×'
  button.ariaLabel = 'Close'
  button.style.cssText = 'position:absolute;top:0;right:0;width:48px;height:48px;border:0;background:#0000;font:28px a'
  button.onclick = () => dialog.close()
  dialog.onclose = () => {
    if (!isKept) forget()
    announce(overlay.from, 'close')
    overlay.options.onClose?.()
  }
  dialog.append(frame, button)
  document.body.append(dialog)
  opened.set(address, overlay)
  return overlay
}

/** Inside the page, as high as it is. */
function mount(place: HTMLElement, address: string, options: Options = {}): Handle {
  const { frame, stop } = frameOf(address, options, 'inline', (type, data) => {
    if (type === 'resize') frame.style.height = `${data.height}px`
    if (type === 'success') succeed(place, data, options)
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
