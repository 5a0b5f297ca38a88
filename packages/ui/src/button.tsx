import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'size'> {
  readonly kind?: 'main' | 'plain' | 'quiet'
  /** Works on it: it stays where it is and can be focused, but pressing it does nothing. */
  readonly isBusy?: boolean
  readonly children: ComponentChildren
}

export function Button({ kind = 'plain', isBusy = false, children, onClick, ...others }: ButtonProps) {
  return (
    <button
      type="button"
      {...others}
      class={`button ${kind}`}
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <Spinner />}
      <span class="button-label">{children}</span>
    </button>
  )
}
