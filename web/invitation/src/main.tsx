import './style.css'
import { render } from 'preact'
import { apiFor } from './api.ts'
import { App, type State } from './app.ts'
import { Page } from './views.tsx'

/** `/invitation#till_inv_...`, below a path that a proxy may add. */
const base = location.pathname.replace(/\/invitation\/?$/, '')
const root = document.getElementById('app')

function start(into: HTMLElement): void {
  const token = location.hash.slice(1)
  const actions = {
    accept: (...given: Parameters<App['accept']>) => void app.accept(...given),
    reload: () => void app.load(),
  }
  const show = (state: State) => {
    into.setAttribute('aria-busy', String(state.screen === 'loading'))
    render(<Page state={state} actions={actions} base={base} />, into)
  }
  const app: App = new App(
    token === '' ? null : apiFor(base, token),
    show,
    // The link is used up, and need not stay in the history.
    () => history.replaceState(null, '', location.pathname),
  )
  into.replaceChildren()
  void app.load()
}

if (root) {
  start(root)
  // A link that is opened where another one is shown changes nothing but what stands behind the #.
  addEventListener('hashchange', () => start(root))
}
