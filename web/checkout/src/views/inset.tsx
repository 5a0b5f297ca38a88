import type { ComponentChildren } from 'preact'

interface InsetProps {
  readonly before?: ComponentChildren
  readonly after?: ComponentChildren
  readonly children: ComponentChildren
}

/** A field with a word beside what is typed: a currency's sign, or whose card it is. */
export function Inset({ before, after, children }: InsetProps) {
  return (
    <div class="inset">
      {before}
      {children}
      {after}
    </div>
  )
}
