import './style.css'
import { apiFor } from './api.ts'
import { App } from './app.ts'
import { screensIn } from './views/screens.ts'

/** `/checkout/{client_secret}` and `/checkout/{client_secret}/confirmation`, below a path that a proxy may add. */
const [, base = '', clientSecret = ''] = /^(.*)\/checkout\/([^/]+)/.exec(location.pathname) ?? []
const root = document.getElementById('app')

if (root) {
  const app = new App(
    apiFor(base, decodeURIComponent(clientSecret)),
    (actions) => screensIn(root, actions, base),
    // A reload, or a bookmark, then shows the result again.
    ({ id }) => history.replaceState(null, '', `${base}/checkout/${clientSecret}/confirmation?checkout_id=${id}`),
  )
  void app.load()
}
