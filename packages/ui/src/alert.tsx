import type { ComponentChildren } from 'preact'

interface AlertProps {
  readonly id?: string
  readonly kind: 'wrong' | 'notice'
  readonly children: ComponentChildren
}

/** Read out as soon as it is there. */
export function Alert({ id, kind, children }: AlertProps) {
  return (
    <div id={id} class={`alert ${kind}`} role="alert" tabIndex={-1}>
      {children}
    </div>
  )
}
