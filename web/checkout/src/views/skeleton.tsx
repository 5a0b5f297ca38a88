import { useSurface } from './context.ts'

/** The place where everything will be, so that nothing jumps when it comes. */
export function Skeleton() {
  const { texts } = useSurface().language
  return (
    <main class="buy" aria-busy="true">
      <h1 class="unseen">{texts.loading}</h1>
      <div class="summary">
        <div class="bone line short" />
        <div class="bone price" />
        <div class="bone line" />
        <div class="bone line" />
      </div>
      <div class="form">
        <div class="bone line short" />
        <div class="bone box" />
        <div class="bone box" />
        <div class="bone box" />
        <div class="bone box" />
      </div>
    </main>
  )
}
