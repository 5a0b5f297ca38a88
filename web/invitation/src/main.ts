import '../../checkout/src/style.css'
import './style.css'
import { apiFor } from './api.ts'
import { App } from './app.ts'
import { screensIn } from './views.ts'

/** `/invitation#till_inv_...`, below a path that a proxy may add. */
const base = location.pathname.replace(/\/invitation\/?$/, '')
const root = document.getElementById('app')

function start(into: HTMLElement): void {
  const token = location.hash.slice(1)
  const app: App = new App(
    token === '' ? null : apiFor(base, token),
    screensIn(into, { accept: (preview, given) => app.accept(preview, given), reload: () => app.load() }, base),
    // The link is used up, and need not stay in the history.
    () => history.replaceState(null, '', location.pathname),
  )
  void app.load()
}

if (root) {
  start(root)
  // A link that is opened where another one is shown changes nothing but what stands behind the #.
  addEventListener('hashchange', () => start(root))
}
