import { Button } from '@till/ui'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Confirming, Editing } from '../machine/screen.ts'
import { totalLabel, totalText } from '../texts/words.ts'
import { useSurface } from './context.ts'

/** On a phone what it costs stays in sight, with the way on, until the button that pays is there. */
export function DueBar({ screen: { checkout } }: { readonly screen: Editing | Confirming }) {
  const { language, isFramed } = useSurface()
  const place = useRef<HTMLDivElement>(null)
  const isShown = useIsPayAhead(place, isFramed)
  return (
    <div ref={place} class="due" hidden={!isShown}>
      <p>
        {totalLabel(checkout, language)} <strong>{totalText(checkout, language)}</strong>
      </p>
      <Button kind="main" onClick={() => goOn(place.current)}>
        {language.texts.summary.toForm}
      </Button>
    </div>
  )
}

const formBeside = (bar: Element | null) => bar?.parentElement?.querySelector('form') ?? null

/** Whether the button is still below the screen. A frame can be as high as the page: then nothing is below. */
function useIsPayAhead(bar: { readonly current: Element | null }, isFramed: boolean): boolean {
  const [isAhead, setAhead] = useState(false)
  useEffect(() => {
    const button = formBeside(bar.current)?.querySelector('[type=submit]')
    if (!button || isFramed) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAhead(!entry.isIntersecting && entry.boundingClientRect.top > 0)
    })
    observer.observe(button)
    return () => observer.disconnect()
  }, [bar, isFramed])
  return isAhead
}

/** To the first field that has to be filled in; where none has, to the button itself. Nothing is paid here. */
function goOn(bar: Element | null): void {
  const form = formBeside(bar)
  const isOpen = (control: Element) => control.matches(':enabled:required:invalid')
  const controls = [...(form?.elements ?? [])]
  const next = controls.find(isOpen) ?? form?.querySelector('[type=submit]')
  if (!(next instanceof HTMLElement)) return
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center', behavior })
}
