import { CHECKOUT_BONES } from '@till/ui/bones'
import { useSurface } from './context.ts'

/** The place where everything will be, so that nothing jumps when it comes. */
export function Skeleton() {
  const { texts } = useSurface().language
  return (
    <main class="buy" aria-busy="true">
      <h1 class="unseen">{texts.loading}</h1>
      <Bones place="summary" />
      <Bones place="form" />
    </main>
  )
}

function Bones({ place }: { readonly place: keyof typeof CHECKOUT_BONES }) {
  return (
    <div class={place}>
      {CHECKOUT_BONES[place].map((kind, index) => (
        <div key={index} class={`bone ${kind}`} />
      ))}
    </div>
  )
}
