import './style/index.css'
import { wearTheme } from '@till/ui'
import { render } from 'preact'
import { apiFor } from './api/api.ts'
import { regionOf } from './form/countries.ts'
import { isLive } from './form/shown.ts'
import { frameAround, type Message, originOf } from './frame.ts'
import { Page } from './machine/run.ts'
import { sellersAddress } from './offer.ts'
import { sandboxForm } from './payments/sandbox.ts'
import { StripeForm } from './payments/stripe.ts'
import { languageFor } from './texts/index.ts'
import { App } from './views/app.tsx'
import { idOf } from './views/bound-field.tsx'
import { SurfaceProvider } from './views/context.ts'
import { PROBLEM_ID } from './views/form.tsx'

/** `/checkout/{client_secret}` and `/checkout/{client_secret}/confirmation`, below a path that a proxy may add. */
const [, base = '', secretInPath = ''] = /^(.*)\/checkout\/([^/]+)/.exec(location.pathname) ?? []
const clientSecret = decodeURIComponent(secretInPath)
const query = new URLSearchParams(location.search)
const root = document.documentElement
/** What stays of the address wherever the buyer goes: how the page looks, and where it is shown. */
const KEPT = ['locale', 'theme', 'embed', 'embed_origin']
const look = lookOf(query)
const frame = frameAround(window, query)

function lookOf(given: URLSearchParams): string {
  const kept = new URLSearchParams([...given].filter(([name]) => KEPT.includes(name)))
  return kept.size > 0 ? `?${kept}` : ''
}

async function start(place: HTMLElement): Promise<void> {
  wearTheme(query.get('theme'), root)
  const wanted = query.get('locale')
  const language = await languageFor(wanted ? [wanted, ...navigator.languages] : navigator.languages)
  root.lang = language.locale
  const api = apiFor(base, clientSecret)
  const stripe = new StripeForm(language.locale)
  const sandbox = sandboxForm(api)
  const page = new Page({
    api,
    clientSecret,
    cardForm: (checkout) => (isLive(checkout) ? stripe : sandbox),
    streamUrl: `${base}/v1/checkouts/custom/client/${encodeURIComponent(clientSecret)}/stream`,
    locale: language.locale,
    region: navigator.languages.map(regionOf).find((region) => region !== '') ?? '',
    finish(checkout, isNews) {
      // A reload, or a bookmark, then shows the result again.
      const address = `${base}/checkout/${secretInPath}/confirmation?checkout_id=${checkout.id}`
      history.replaceState(null, '', address + look.replace('?', '&'))
      if (isNews) tell({ type: 'till:success', checkout_id: checkout.id, success_url: sellersAddress(checkout) })
    },
    open: (other) => location.replace(`${base}/checkout/${encodeURIComponent(other)}${look}`),
    // When the form is there again: while it is sent, its fields cannot be focused.
    focus: (field) =>
      requestAnimationFrame(() => document.getElementById(field === null ? PROBLEM_ID : idOf(field))?.focus()),
  })
  const tell = (message: Message) => frame.tell(message, originOf(page.model.screen))
  const surface = {
    language,
    send: page.send,
    stripe,
    isFramed: frame.isFramed,
    isTest: place.dataset.mode === 'sandbox',
    close: frame.isOverlay ? () => tell({ type: 'till:close' }) : null,
  }
  // A frame inside somebody's page is made as high as what it shows. While that is fetched, it stays as it was.
  const isWaiting = () => place.querySelector('.goods[aria-busy=true]') !== null
  const resize = () => isWaiting() || tell({ type: 'till:resize', height: place.scrollHeight })
  new ResizeObserver(resize).observe(place)
  place.replaceChildren()
  render(
    <SurfaceProvider value={surface}>
      <App page={page} />
    </SurfaceProvider>,
    place,
  )
  // Keys that are pressed inside a frame are heard nowhere else.
  addEventListener('keydown', (event) => event.key === 'Escape' && surface.close?.())
  addEventListener('online', () => page.send({ is: 'online', isOnline: true }))
  addEventListener('offline', () => page.send({ is: 'online', isOnline: false }))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') page.send({ is: 'seen' })
  })
  // Shown again from the browser's memory, by the back button.
  addEventListener('pageshow', (event) => event.persisted && page.send({ is: 'seen' }))
}

// At once: whoever shows the page in a frame need not wait any longer.
frame.tell({ type: 'till:ready', title: document.title }, null)
const place = document.getElementById('app')
if (place) void start(place)
