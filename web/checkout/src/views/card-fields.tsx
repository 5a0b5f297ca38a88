import { Button } from '@till/ui'
import { groupDigits, laterExpiry, shapeExpiry, TEST_CARD } from '../form/card.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { TextField } from './bound-field.tsx'
import { useSurface } from './context.ts'

/** For test cards only: real ones are typed into the processor's own form. */
export function CardFields({ screen }: { readonly screen: Editing | Confirming }) {
  const { language, send } = useSurface()
  const { form } = language.texts
  const fill = () => {
    send({ is: 'typed', field: 'number', text: TEST_CARD.number })
    send({ is: 'typed', field: 'expiry', text: laterExpiry(new Date()) })
    send({ is: 'typed', field: 'cvc', text: TEST_CARD.cvc })
  }
  return (
    <fieldset class="fields" disabled={screen.at === 'confirming'}>
      <section class="part">
        <div class="beside">
          <h2>{form.card}</h2>
          <Button kind="quiet" onClick={fill}>
            {form.useTestCard}
          </Button>
        </div>
        <TextField
          screen={screen}
          name="number"
          label={form.number}
          shape={groupDigits}
          input={{ inputMode: 'numeric', autoComplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxLength: 23 }}
        />
        <div class="pair">
          <TextField
            screen={screen}
            name="expiry"
            label={form.expiry}
            shape={shapeExpiry}
            input={{ inputMode: 'numeric', autoComplete: 'cc-exp', placeholder: form.expiryFormat, maxLength: 9 }}
          />
          <TextField
            screen={screen}
            name="cvc"
            label={form.cvc}
            input={{ inputMode: 'numeric', autoComplete: 'cc-csc', placeholder: '123', maxLength: 4 }}
          />
        </div>
      </section>
    </fieldset>
  )
}
