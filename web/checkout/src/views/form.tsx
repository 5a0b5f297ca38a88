import { formatMoney } from '@till/money'
import { Alert, Button } from '@till/ui'
import { hasProblems, isRefusedAtField } from '../form/problem.ts'
import { asksForCountry, isLive } from '../form/shown.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { payText, problemText } from '../texts/words.ts'
import { AddressFields } from './address-fields.tsx'
import { CardFields } from './card-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { useSurface } from './context.ts'
import { CustomFields } from './custom-fields.tsx'
import { StripeFields } from './stripe-fields.tsx'

/** Where what concerns the form as a whole is said: it gets the focus when no field has a problem of its own. */
export const PROBLEM_ID = 'problem'

export function FormView({ screen }: { readonly screen: Editing | Confirming }) {
  const { language, send } = useSurface()
  const { texts } = language
  const { checkout } = screen
  const isPaying = screen.at === 'confirming'
  return (
    <form
      class="form"
      aria-label={texts.form.label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPaying) send({ is: 'submitted', now: new Date() })
      }}
    >
      <fieldset class="fields" disabled={isPaying}>
        <ContactFields screen={screen} />
        {asksForCountry(checkout, screen.draft) && <AddressFields screen={screen} />}
        <CustomFields screen={screen} />
      </fieldset>
      {checkout.is_payment_form_required &&
        (isLive(checkout) ? <StripeFields checkout={checkout} /> : <CardFields screen={screen} />)}
      <div class="pay">
        <Problem screen={screen} />
        <Button kind="main" type="submit" isBusy={isPaying || (screen.at === 'editing' && screen.isQueued)}>
          {isPaying ? texts.form.confirming : payText(checkout, language)}
        </Button>
        {checkout.is_payment_form_required && (
          <>
            <p class="hint lock">{texts.form.notStored}</p>
            <p class="hint">{texts.form.securely}</p>
          </>
        )}
      </div>
    </form>
  )
}

/** What concerns the form as a whole stands above the button, where the buyer looks. */
function Problem({ screen }: { readonly screen: Editing | Confirming }) {
  const { language } = useSurface()
  const { texts, locale } = language
  if (screen.at !== 'editing') return null
  const { problems, notice, checkout } = screen
  if (problems.general) {
    return (
      <Alert id={PROBLEM_ID} kind="wrong">
        {problemText(problems.general, language)}
      </Alert>
    )
  }
  // What is wrong with a field is heard there: it gets the focus.
  if (hasProblems(problems)) {
    return <Alert kind="wrong">{isRefusedAtField(problems) ? texts.problems.unpaid : texts.problems.summary}</Alert>
  }
  if (notice === null) return null
  const say = notice === 'code_applied' ? texts.form.codeApplied : texts.form.newTotal
  const total = formatMoney(checkout.total_amount, checkout.currency, locale)
  return <Alert kind="notice">{say(total, payText(checkout, language))}</Alert>
}
