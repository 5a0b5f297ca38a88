import { Button } from '@till/ui'
import { groupDigits, laterExpiry, onlyDigits, shapeExpiry, TEST_CARD } from '../form/card.ts'
import { brandOf } from '../form/card-brand.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { DigitsField } from './bound-field.tsx'
import { useSurface } from './context.ts'

/** For test cards only: real ones are typed into the processor's own form. */
export function CardFields({ screen }: { readonly screen: Editing | Confirming }) {
  const { language, send } = useSurface()
  const { form } = language.texts
  const brand = brandOf(screen.draft.number)
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
        <DigitsField
          screen={screen}
          name="number"
          label={form.number}
          shape={groupDigits}
          aside={brand && <span class="brand">{brand.name}</span>}
          input={{ autoComplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxLength: 23 }}
        />
        <div class="pair">
          <DigitsField
            screen={screen}
            name="expiry"
            label={form.expiry}
            shape={shapeExpiry}
            input={{ autoComplete: 'cc-exp', placeholder: form.expiryFormat, maxLength: 9 }}
          />
          <DigitsField
            screen={screen}
            name="cvc"
            label={form.cvc}
            shape={onlyDigits}
            input={{
              autoComplete: 'cc-csc',
              placeholder: '1234'.slice(0, brand?.codeLength ?? 3),
              maxLength: brand?.codeLength ?? 4,
            }}
          />
        </div>
      </section>
    </fieldset>
  )
}
