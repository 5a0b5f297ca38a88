import { Alert, Button } from '@till/ui'
import type { Checkout } from '../api/shapes.ts'
import { hasProblems, isRefusedAtField } from '../form/problem.ts'
import { asksForCountry, isLive } from '../form/shown.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { payText, problemText, totalText } from '../texts/words.ts'
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
        <Button kind="main" type="submit" isBusy={isPaying || (screen.at === 'editing' && screen.pressed !== null)}>
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
  const { texts } = language
  if (screen.at !== 'editing') return null
  const { problems, notice, checkout } = screen
  if (problems.general) {
    return (
      <Alert id={PROBLEM_ID} kind="wrong">
        {problemText(problems.general, language)}
        {problems.general.kind === 'discount_to_leave' && <LeaveDiscount checkout={checkout} />}
      </Alert>
    )
  }
  // What is wrong with a field is heard there: it gets the focus.
  if (hasProblems(problems)) {
    return <Alert kind="wrong">{isRefusedAtField(problems) ? texts.problems.unpaid : texts.problems.summary}</Alert>
  }
  if (notice === null) return null
  const say = {
    code_applied: texts.form.codeApplied,
    discount_gone: texts.form.discountGone,
    new_offer: texts.form.newOffer,
    new_total: texts.form.newTotal,
  }
  return <Alert kind="notice">{say[notice](totalText(checkout, language), payText(checkout, language))}</Alert>
}

/** The discount's own place may be far up the page. */
function LeaveDiscount({ checkout: { discount } }: { readonly checkout: Checkout }) {
  const { language, send } = useSurface()
  if (discount === null) return null
  return (
    <div>
      <Button
        onClick={({ currentTarget }) => {
          // The notice goes with the discount. What is left to press is below it.
          currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
          send({ is: 'code_removed' })
        }}
      >
        {language.texts.form.removeCode(discount.code ?? discount.name)}
      </Button>
    </div>
  )
}
