import { Alert, Button, Spinner } from '@till/ui'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Challenge, Expired, Verifying } from '../machine/screen.ts'
import { useSurface } from './context.ts'

interface MessageProps {
  readonly title: string
  readonly text: string
  readonly isWorking?: boolean
  readonly children?: ComponentChildren
}

/** A screen with one thing to say. */
function Message({ title, text, isWorking = false, children }: MessageProps) {
  return (
    <main class="message" aria-busy={isWorking}>
      {isWorking && <Spinner />}
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  )
}

export function ChallengeView({ screen }: { readonly screen: Challenge }) {
  const { language, close } = useSurface()
  const { challenge } = language.texts
  const { redirect_url } = screen.checkout.payment_processor_metadata
  if (redirect_url === undefined || !/^https?:\/\//.test(redirect_url)) {
    return <Message title={challenge.title} text={challenge.waiting} isWorking />
  }
  return (
    <Message title={challenge.title} text={challenge.text}>
      {/* Banks do not let themselves be framed. This page hears of the answer all the same. */}
      <a class="button main" href={redirect_url} {...(close && { target: '_blank', rel: 'noopener' })}>
        {challenge.go}
      </a>
    </Message>
  )
}

export function VerifyingView({ screen }: { readonly screen: Verifying }) {
  const { verifying } = useSurface().language.texts
  return <Message title={verifying.title} text={screen.lost ? verifying.lost : verifying.text} isWorking />
}

export function FailedView() {
  const { failed } = useSurface().language.texts
  return <Message title={failed.title} text={failed.text} />
}

export function MissingView() {
  const { missing } = useSurface().language.texts
  return <Message title={missing.title} text={missing.text} />
}

export function UnreachableView() {
  const { language, send } = useSurface()
  const { unreachable } = language.texts
  return (
    <Message title={unreachable.title} text={unreachable.text}>
      <Button onClick={() => send({ is: 'asked_again' })}>{unreachable.tryAgain}</Button>
    </Message>
  )
}

export function ExpiredView({ screen }: { readonly screen: Expired }) {
  const { language, send } = useSurface()
  const { expired } = language.texts
  const { restart, body } = screen
  useEffect(() => {
    // The button is gone.
    if (restart === 'refused') document.querySelector<HTMLElement>('h1')?.focus()
  }, [restart])
  return (
    <Message title={expired.title} text={expired.text}>
      {restart === 'refused' ? (
        <Alert kind="notice">{expired.refused}</Alert>
      ) : (
        <Button kind="main" isBusy={restart === 'asked'} onClick={() => send({ is: 'restart_asked' })}>
          {expired.again(body.product_name)}
        </Button>
      )}
      {restart === 'unreachable' && <Alert kind="wrong">{expired.unreachable}</Alert>}
    </Message>
  )
}
