import { button, el } from '../../checkout/src/dom.ts'
import { copyText } from '../../checkout/src/views/copy.ts'
import type { State } from './app.ts'
import type { Accepted, Preview } from './shapes.ts'
import { asRole, endText, invitationText, type Message, meaningOf, type Problem } from './texts.ts'

export interface Actions {
  accept(preview: Preview, given: { name: string; ownToken: string }): void
  reload(): void
}

type Offer = Extract<State, { screen: 'offer' }>

/** Puts the state's screen into the page; a form that is there stays, with what was typed. */
export function screensIn(root: HTMLElement, actions: Actions, base: string): (state: State) => void {
  let form: ReturnType<typeof offerView> | undefined
  let wasOffer = false
  return (state) => {
    root.setAttribute('aria-busy', String(state.screen === 'loading'))
    if (state.screen === 'offer' && form) {
      form.update(state)
      return
    }
    form = state.screen === 'offer' ? offerView(state, actions) : undefined
    root.replaceChildren(form ? form.element : plainView(state, actions, base))
    document.title = titleOf(state)
    // Whoever cannot see what came of the button hears the new heading.
    if (wasOffer) root.querySelector<HTMLElement>('h1[tabindex]')?.focus()
    wasOffer = state.screen === 'offer'
  }
}

function titleOf(state: State): string {
  if (state.screen === 'offer') return `Join ${state.preview.organization.name}`
  return state.screen === 'joined' ? `Welcome to ${state.accepted.organization.name}` : 'Invitation'
}

function plainView(state: State, actions: Actions, base: string): HTMLElement {
  if (state.screen === 'joined') return joinedView(state.accepted, base)
  if (state.screen === 'over') return messageView(state.message)
  if (state.screen === 'unreachable') {
    const message = { title: 'The server does not answer', text: 'Check your connection, then try again.' }
    return messageView(
      message,
      button('Try again', () => actions.reload(), 'button'),
    )
  }
  return el('main', {}, el('p', { class: 'loading', role: 'status' }, 'Loading …'))
}

function messageView({ title, text }: Message, action: HTMLElement | null = null): HTMLElement {
  return el('main', { class: 'message' }, el('h1', { tabindex: '-1' }, title), el('p', {}, text), action)
}

function offerView(first: Offer, actions: Actions) {
  const { preview } = first
  const name = el('input', { id: 'name', name: 'name', autocomplete: 'name', maxlength: '256' })
  const ownToken = el('input', {
    ...{ id: 'own-token', name: 'own-token', type: 'password', autocomplete: 'off', spellcheck: 'false' },
    ...{ placeholder: 'till_pat_…' },
  })
  const fields = { name: fieldOf('Your name', name, true), ownToken: fieldOf('Personal access token', ownToken, false) }
  const known = el(
    'details',
    { class: 'known' },
    el('summary', {}, 'I have an access token for this server already'),
    el('p', { class: 'hint' }, 'With it you join as who you are, and it works for this organization too.'),
    fields.ownToken.element,
  )
  const general = el('p', { class: 'problem general', role: 'alert', hidden: true })
  const submit = el('button', { type: 'submit', class: 'pay' }, 'Accept invitation')
  const form = el('form', { class: 'accept', novalidate: true }, fields.name.element, known, general, submit)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    actions.accept(preview, { name: name.value.trim(), ownToken: ownToken.value.trim() })
  })
  const update = ({ isBusy, problem }: Offer) => {
    submit.disabled = isBusy
    submit.textContent = isBusy ? 'One moment …' : 'Accept invitation'
    fields.name.show(problem?.field === 'name' ? problem : null)
    fields.ownToken.show(problem?.field === 'ownToken' ? problem : null)
    if (problem?.field === 'ownToken') known.open = true
    general.hidden = problem === null || problem.field !== null
    general.textContent = general.hidden ? '' : (problem?.text ?? '')
  }
  update(first)
  const element = el(
    'main',
    { class: 'result' },
    el('h1', { tabindex: '-1' }, `Join ${preview.organization.name}`),
    el('p', { class: 'lead' }, invitationText(preview)),
    el('p', {}, meaningOf(preview.role)),
    el('p', { class: 'small' }, endText(preview)),
    form,
  )
  return { element, update }
}

function fieldOf(label: string, input: HTMLInputElement, isOptional: boolean) {
  const problem = el('p', { class: 'problem', id: `${input.id}-problem`, role: 'alert', hidden: true })
  const mark = isOptional ? el('span', { class: 'optional' }, ' (optional)') : null
  return {
    element: el('div', { class: 'field' }, el('label', { for: input.id }, label, mark), input, problem),
    show(found: Problem | null) {
      problem.hidden = found === null
      problem.textContent = found?.text ?? ''
      input.toggleAttribute('aria-invalid', found !== null)
      if (found === null) input.removeAttribute('aria-describedby')
      else input.setAttribute('aria-describedby', problem.id)
      if (found !== null) input.focus()
    },
  }
}

function joinedView({ organization, role, token }: Accepted, base: string): HTMLElement {
  return el(
    'main',
    { class: 'result' },
    el('h1', { tabindex: '-1' }, `Welcome to ${organization.name}`),
    el('p', { class: 'lead' }, `You have joined as ${asRole(role)}.`),
    ...(token === null
      ? [el('p', {}, 'The access token that you have works for this organization too, from now on.')]
      : tokenSection(token, base)),
  )
}

function tokenSection(token: string, base: string): HTMLElement[] {
  const code = el('code', {}, token)
  const said = el('span', { class: 'small', role: 'status' })
  const copy = button('Copy', async () => {
    said.textContent = (await copyText(code)) ? 'Copied.' : 'Press Ctrl+C or ⌘C to copy.'
    removeEventListener('beforeunload', warn)
  })
  addEventListener('beforeunload', warn)
  return [
    el('h2', {}, 'Your personal access token'),
    el(
      'p',
      {},
      'This is the only time that it is shown. Put it into your password manager now: whoever has it can act as you.',
    ),
    el('div', { class: 'key' }, el('div', { class: 'beside' }, code, copy), said),
    el('h2', {}, 'What to do with it'),
    el('p', {}, 'Send it with every call of the API. This one shows who you are:'),
    el('pre', { class: 'example' }, exampleCall(base)),
    el('p', {}, el('a', { href: `${base}/docs` }, 'All calls of the API')),
  ]
}

/** The token itself is left out, so that nobody copies it into a script together with the example. */
function exampleCall(base: string): string {
  return `curl ${location.origin}${base}/v1/users/me \\\n  -H "Authorization: Bearer $TOKEN"`
}

/** A closed page takes the token with it. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
