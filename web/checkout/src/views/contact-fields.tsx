import { Checkbox } from '@till/ui'
import { asksForAddress, isForCompany } from '../form/shown.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { TextField } from './bound-field.tsx'
import { useSurface } from './context.ts'

export function ContactFields({ screen }: { readonly screen: Editing | Confirming }) {
  const { language, send } = useSurface()
  const { texts } = language
  // Whom the seller knows already is not asked again.
  const isKnown = screen.checkout.customer_id !== null && screen.checkout.customer_email !== null
  const isCompany = isForCompany(screen.checkout, screen.draft)
  return (
    <section class="part">
      <h2>{texts.form.contact}</h2>
      <TextField
        screen={screen}
        name="email"
        label={texts.form.email}
        hint={screen.checkout.organization.mail_settings.order_receipts ? texts.form.emailHint : undefined}
        input={{
          type: 'email',
          autoComplete: 'email',
          inputMode: 'email',
          autoCapitalize: 'off',
          spellcheck: false,
          readOnly: isKnown,
        }}
      />
      <TextField
        screen={screen}
        name="name"
        label={isCompany ? texts.form.company : texts.form.name}
        isOptional={!isCompany}
        input={{ autoComplete: isCompany ? 'organization' : 'name' }}
      />
      {asksForAddress(screen.checkout) && (
        <Checkbox
          id="business"
          label={texts.form.business}
          isChecked={screen.draft.isBusiness}
          onChange={(isBusiness) => send({ is: 'business', isBusiness })}
        />
      )}
    </section>
  )
}
