import { Alert } from '@till/ui'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Checkout } from '../api/shapes.ts'
import { useSurface } from './context.ts'

/** A frame of the processor's own: it is mounted once, and told when the amount changes. */
export function StripeFields({ checkout }: { readonly checkout: Checkout }) {
  const { language, stripe } = useSurface()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [tries, setTries] = useState(1)
  useEffect(() => {
    if (place.current === null) return
    setState('loading')
    stripe.mount(place.current, checkout, () => setState('ready')).catch(() => setState('failed'))
  }, [tries])
  useEffect(() => {
    if (state !== 'failed') return
    const again = () => setTries((before) => before + 1)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [state])
  useEffect(() => stripe.update(checkout), [stripe, checkout])
  return (
    <section class="part">
      <h2>{language.texts.form.card}</h2>
      {state === 'failed' && <Alert kind="wrong">{language.texts.liveUnavailable}</Alert>}
      <div ref={place} class={state === 'loading' ? 'stripe bone' : 'stripe'} />
    </section>
  )
}
