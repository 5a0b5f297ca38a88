import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface FoldedProps {
  readonly labels: { readonly more: string; readonly less: string }
  readonly children: ComponentChildren
}

/** The first lines of a text; all of it for whoever asks. A short one has no button. */
export function Folded({ labels, children }: FoldedProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLong, setLong] = useState(false)
  // Measured before it is shown, so that nothing jumps; and again when the lines become longer or shorter.
  useLayoutEffect(() => {
    const text = place.current
    if (text === null || isOpen) return
    const measure = () => setLong(text.scrollHeight > text.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(text)
    return () => observer.disconnect()
  }, [isOpen, children])
  return (
    <div class="folded">
      <div
        id={id}
        ref={place}
        class={isOpen ? 'fold' : 'fold closed'}
        // The browser has gone to something out of sight: a link that the keyboard came to, or a word looked for.
        onScroll={() => setOpen(true)}
      >
        {children}
      </div>
      {isLong && (
        <Button kind="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? labels.less : labels.more}
        </Button>
      )}
    </div>
  )
}
