import { CHECKOUT_BONES } from '@till/ui/bones'
import { useSurface } from './context.ts'

/** The place where everything will be, so that nothing jumps when it comes. */
export function Skeleton() {
  const { texts } = useSurface().language
  return (
    <main class="buy" aria-busy="true">
      <h1 class="unseen">{texts.loading}</h1>
      <div class="summary">
        <Bones kinds={CHECKOUT_BONES.summary} />
      </div>
      <div class="form">
        <Bones kinds={CHECKOUT_BONES.form} />
      </div>
    </main>
  )
}

export function Bones({ kinds }: { readonly kinds: readonly string[] }) {
  return (
    <>
      {kinds.map((kind, index) => (
        <div key={index} class={`bone ${kind}`} />
      ))}
    </>
  )
}
