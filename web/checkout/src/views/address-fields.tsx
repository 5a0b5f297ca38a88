import { useMemo } from 'preact/hooks'
import { partName, statesOf, type WantedPart } from '../form/address.ts'
import { countriesIn } from '../form/countries.ts'
import { addressParts } from '../form/shown.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { SelectField, TextField } from './bound-field.tsx'
import { useSurface } from './context.ts'

interface Props {
  readonly screen: Editing | Confirming
}

/** The country, and as much more as it needs: little for a person, all of it for a company. */
export function AddressFields({ screen }: Props) {
  const { texts, locale } = useSurface().language
  const { draft, checkout } = screen
  const countries = useMemo(() => countriesIn(locale), [locale])
  return (
    <section class="part">
      <h2>{texts.form.address}</h2>
      <SelectField
        screen={screen}
        name="country"
        label={texts.form.country}
        options={countries}
        autoComplete="billing country"
      />
      {addressParts(checkout, draft).map((wanted) => (
        <Part key={wanted.part} screen={screen} wanted={wanted} />
      ))}
      {draft.isBusiness && (
        <TextField
          screen={screen}
          name="tax_id"
          label={texts.form.tax_id}
          hint={texts.form.taxHint}
          isOptional
          input={{ autoComplete: 'off' }}
        />
      )}
    </section>
  )
}

const AUTOCOMPLETE = {
  line1: 'billing address-line1',
  line2: 'billing address-line2',
  postal_code: 'billing postal-code',
  city: 'billing address-level2',
  state: 'billing address-level1',
} as const

function Part({ screen, wanted: { part, isRequired } }: Props & { readonly wanted: WantedPart }) {
  const { form } = useSurface().language.texts
  const { country } = screen.draft
  const label = form.parts[partName(part, country)]
  const states = part === 'state' ? statesOf(country) : null
  const isOptional = !isRequired
  const autoComplete = AUTOCOMPLETE[part]
  if (states)
    return (
      <SelectField
        screen={screen}
        name={part}
        label={label}
        isOptional={isOptional}
        options={states}
        autoComplete={autoComplete}
      />
    )
  return <TextField screen={screen} name={part} label={label} isOptional={isOptional} input={{ autoComplete }} />
}
