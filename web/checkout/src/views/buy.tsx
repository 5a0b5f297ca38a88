import type { Confirming, Editing } from '../machine/screen.ts'
import { DueBar } from './due-bar.tsx'
import { FormView } from './form.tsx'
import { SummaryView } from './summary.tsx'

/** What you get beside what you pay; on a phone, above it. */
export function BuyView({ screen }: { readonly screen: Editing | Confirming }) {
  return (
    <main class="buy">
      <SummaryView screen={screen} />
      <DueBar screen={screen} />
      <FormView screen={screen} />
    </main>
  )
}
