import { Alert, Button, isolated, Spinner } from '@till/ui'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Challenge, Expired, Failed, Verifying } from '../machine/screen.ts'
import { pictureOf } from '../offer.ts'
import { useSurface } from './context.ts'
import { Seller, SellerLine } from './seller.tsx'

interface MessageProps {
  readonly title: string
  readonly text: string
  /** Whose shop it is, where that is known. */
  readonly seller?: ComponentChildren
  readonly isWorking?: boolean
  readonly children?: ComponentChildren
}

/** A screen with one thing to say. */
function Message({ title, text, seller, isWorking = false, children }: MessageProps) {
  return (
    <main class="message" aria-busy={isWorking}>
      {seller}
      {isWorking && <Spinner />}
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  )
}

export function ChallengeView({ screen }: { readonly screen: Challenge }) {
  const { language, isFramed } = useSurface()
  const { challenge } = language.texts
  const seller = <Seller checkout={screen.checkout} />
  const { redirect_url } = screen.checkout.payment_processor_metadata
  if (redirect_url === undefined || !/^https?:\/\//.test(redirect_url)) {
    return <Message seller={seller} title={challenge.title} text={challenge.waiting} isWorking />
  }
  return (
    <Message seller={seller} title={challenge.title} text={challenge.text}>
      {/* Banks do not let themselves be framed. This page hears of the answer all the same. */}
      <a class="button main" href={redirect_url} {...(isFramed && { target: '_blank', rel: 'noopener' })}>
        {challenge.go}
      </a>
    </Message>
  )
}

export function VerifyingView({ screen }: { readonly screen: Verifying }) {
  const { verifying } = useSurface().language.texts
  return (
    <Message
      seller={<Seller checkout={screen.checkout} />}
      title={verifying.title}
      text={screen.lost ? verifying.lost : verifying.text}
      isWorking
    />
  )
}

export function FailedView({ screen }: { readonly screen: Failed }) {
  const { failed } = useSurface().language.texts
  const { checkout, restart } = screen
  return (
    <Message seller={<Seller checkout={checkout} />} title={failed.title} text={failed.text}>
      <Restart state={restart} productName={checkout.product.name} />
    </Message>
  )
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
  const { expired } = useSurface().language.texts
  const { restart, body } = screen
  const { organization_name: name, organization_avatar_url: picture } = body
  const seller = name && <SellerLine name={name} imageUrl={pictureOf(picture, { url: location.href })} />
  return (
    <Message seller={seller} title={expired.title} text={expired.text}>
      <Restart state={restart} productName={body.product_name} />
    </Message>
  )
}

interface RestartProps {
  readonly state: Expired['restart']
  readonly productName: string | undefined
}

/** The same purchase in a fresh checkout, if it is still sold. */
function Restart({ state, productName }: RestartProps) {
  const { language, send } = useSurface()
  const { expired } = language.texts
  useEffect(() => {
    // The button is gone.
    if (state === 'refused') document.querySelector<HTMLElement>('h1')?.focus()
  }, [state])
  if (state === 'refused') return <Alert kind="notice">{expired.refused}</Alert>
  return (
    <>
      <Button kind="main" isBusy={state === 'asked'} onClick={() => send({ is: 'restart_asked' })}>
        {expired.again(productName && isolated(productName))}
      </Button>
      {state === 'unreachable' && <Alert kind="wrong">{expired.unreachable}</Alert>}
    </>
  )
}
