import { Alert, Button, CopyButton, Field, Spinner, TextInput } from '@till/ui'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { State } from './app.ts'
import type { Accepted, Preview } from './shapes.ts'
import { asRole, endText, invitationText, type Message, meaningOf, type Problem } from './texts.ts'

export interface Actions {
  accept(preview: Preview, given: { name: string; ownToken: string }): void
  reload(): void
}

interface PageProps {
  readonly state: State
  readonly actions: Actions
  readonly base: string
}

export function Page({ state, actions, base }: PageProps) {
  useHeading(state)
  switch (state.screen) {
    case 'loading':
      return (
        <main class="message" aria-busy="true">
          <Spinner />
          <p role="status">Loading …</p>
        </main>
      )
    case 'offer':
      return <Offer state={state} actions={actions} />
    case 'joined':
      return <Joined accepted={state.accepted} base={base} />
    case 'over':
      return <Plain message={state.message} />
    case 'unreachable':
      return (
        <Plain message={{ title: 'The server does not answer', text: 'Check your connection, then try again.' }}>
          <Button onClick={() => actions.reload()}>Try again</Button>
        </Plain>
      )
  }
}

/** Whoever cannot see what came of the button hears the new heading. */
function useHeading(state: State): void {
  const before = useRef<State['screen']>('loading')
  useEffect(() => {
    document.title = titleOf(state)
    if (before.current === 'offer' && state.screen !== 'offer') document.querySelector<HTMLElement>('h1')?.focus()
    before.current = state.screen
  }, [state])
}

function titleOf(state: State): string {
  if (state.screen === 'offer') return `Join ${state.preview.organization.name}`
  return state.screen === 'joined' ? `Welcome to ${state.accepted.organization.name}` : 'Invitation'
}

function Plain({ message, children }: { readonly message: Message; readonly children?: ComponentChildren }) {
  return (
    <main class="message">
      <h1 tabIndex={-1}>{message.title}</h1>
      <p>{message.text}</p>
      {children}
    </main>
  )
}

interface OfferProps {
  readonly state: Extract<State, { screen: 'offer' }>
  readonly actions: Actions
}

function Offer({ state: { preview, isBusy, problem }, actions }: OfferProps) {
  const [name, setName] = useState('')
  const [ownToken, setOwnToken] = useState('')
  const textAt = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined)
  useEffect(() => {
    if (problem?.field) document.getElementById(problem.field)?.focus()
  }, [problem])
  return (
    <main class="sheet">
      <h1 tabIndex={-1}>Join {preview.organization.name}</h1>
      <p class="lead">{invitationText(preview)}</p>
      <p>{meaningOf(preview.role)}</p>
      <p class="hint">{endText(preview)}</p>
      <form
        class="accept"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) actions.accept(preview, { name: name.trim(), ownToken: ownToken.trim() })
        }}
      >
        <Field id="name" label="Your name" note="(optional)" problem={textAt('name')}>
          {(attributes) => (
            <TextInput {...attributes} name="name" autoComplete="name" maxLength={256} value={name} onText={setName} />
          )}
        </Field>
        <details class="known" open={problem?.field === 'ownToken' || undefined}>
          <summary>I have an access token for this server already</summary>
          <p class="hint">With it you join as who you are, and it works for this organization too.</p>
          <Field id="ownToken" label="Personal access token" problem={textAt('ownToken')}>
            {(attributes) => (
              <TextInput
                {...attributes}
                name="own-token"
                type="password"
                autoComplete="off"
                spellcheck={false}
                placeholder="till_pat_…"
                value={ownToken}
                onText={setOwnToken}
              />
            )}
          </Field>
        </details>
        {problem && problem.field === null && <Alert kind="wrong">{problem.text}</Alert>}
        <Button kind="main" type="submit" isBusy={isBusy}>
          {isBusy ? 'One moment …' : 'Accept invitation'}
        </Button>
      </form>
    </main>
  )
}

function Joined({
  accepted: { organization, role, token },
  base,
}: {
  readonly accepted: Accepted
  readonly base: string
}) {
  return (
    <main class="sheet">
      <h1 tabIndex={-1}>Welcome to {organization.name}</h1>
      <p class="lead">You have joined as {asRole(role)}.</p>
      {token === null ? (
        <p>The access token that you have works for this organization too, from now on.</p>
      ) : (
        <Token token={token} base={base} />
      )}
    </main>
  )
}

function Token({ token, base }: { readonly token: string; readonly base: string }) {
  useEffect(() => {
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return (
    <>
      <h2>Your personal access token</h2>
      <p>
        This is the only time that it is shown. Put it into your password manager now: whoever has it can act as you.
      </p>
      <div class="joined">
        <code>{token}</code>
        <CopyButton
          text={token}
          what="access token"
          labels={{ copy: 'Copy', copied: 'Copied', failed: 'Not copied' }}
          onCopied={() => removeEventListener('beforeunload', warn)}
        />
      </div>
      <h2>What to do with it</h2>
      <p>Send it with every call of the API. This one shows who you are:</p>
      <pre>{exampleCall(base)}</pre>
      <p>
        <a href={`${base}/docs`}>All calls of the API</a>
      </p>
    </>
  )
}

/** The token itself is left out, so that nobody copies it into a script together with the example. */
function exampleCall(base: string): string {
  return `curl ${location.origin}${base}/v1/users/me \\\n  -H "Authorization: Bearer $TOKEN"`
}

/** A closed page takes the token with it. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
