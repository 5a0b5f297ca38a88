import { isolated, wearAccent } from '@till/ui'
import { useEffect, useState } from 'preact/hooks'
import type { Page } from '../machine/run.ts'
import type { Model, Screen } from '../machine/screen.ts'
import { BuyView } from './buy.tsx'
import { CloseButton } from './close-button.tsx'
import { useSurface } from './context.ts'
import { ChallengeView, ExpiredView, FailedView, MissingView, UnreachableView, VerifyingView } from './messages.tsx'
import { PaidView } from './paid.tsx'
import { Skeleton } from './skeleton.tsx'
import { TopBar } from './top-bar.tsx'

/** The page as its state says. */
export function App({ page }: { readonly page: Page }) {
  const [model, setModel] = useState<Model>(page.model)
  useEffect(() => page.start(setModel), [page])
  useHeading(model.screen)
  useDress(model.screen)
  return (
    <>
      <CloseButton />
      <TopBar model={model} />
      <ScreenView screen={model.screen} />
    </>
  )
}

function ScreenView({ screen }: { readonly screen: Screen }) {
  switch (screen.at) {
    case 'loading':
      return <Skeleton />
    case 'editing':
    case 'confirming':
      return <BuyView screen={screen} />
    case 'challenge':
      return <ChallengeView screen={screen} />
    case 'verifying':
      return <VerifyingView screen={screen} />
    case 'paid':
      return <PaidView screen={screen} />
    case 'failed':
      return <FailedView screen={screen} />
    case 'expired':
      return <ExpiredView screen={screen} />
    case 'missing':
      return <MissingView />
    case 'unreachable':
      return <UnreachableView />
  }
}

/** Whoever cannot see the screen change hears its heading. The form stays where it is while it is sent. */
function useHeading(screen: Screen): void {
  const place = screen.at === 'confirming' ? 'editing' : screen.at
  const [before, setBefore] = useState(place)
  useEffect(() => {
    if (place === before) return
    setBefore(place)
    const isForm = place === 'editing'
    if (before !== 'loading' && !isForm) document.querySelector<HTMLElement>('h1')?.focus()
    // Back in the form, what is wrong stands at the button.
    if (before !== 'loading' && !isForm) scrollTo({ top: 0 })
  }, [place, before])
}

/** The seller's color, and a title that is found among many tabs. */
function useDress(screen: Screen): void {
  const checkout = 'checkout' in screen ? screen.checkout : null
  const accent = screen.at === 'expired' ? screen.body.accent_color : null
  const color = accent ?? checkout?.organization.profile_settings.accent_color
  const { paid } = useSurface().language.texts
  const what = screen.at === 'paid' ? paid.title : isolated(checkout?.product.name ?? '')
  const title = checkout && `${what} · ${isolated(checkout.organization.name)}`
  useEffect(() => wearAccent(color, document.documentElement), [color])
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
}
