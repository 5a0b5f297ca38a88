import { Checkbox, Field, LinkedText, Select, TextArea, TextInput } from '@till/ui'
import type { AttachedField } from '../api/shapes.ts'
import { dayOf, labelOf } from '../form/custom-fields.ts'
import { customField } from '../form/field-names.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { useField } from './bound-field.tsx'
import { useSurface } from './context.ts'

interface Props {
  readonly screen: Editing | Confirming
}

/** What the seller wants to know. */
export function CustomFields({ screen }: Props) {
  const { texts } = useSurface().language
  const attached = screen.checkout.attached_custom_fields
  if (attached.length === 0) return null
  return (
    <section class="part">
      <h2>{texts.form.more}</h2>
      {attached.map((field) => (
        <CustomField key={field.custom_field.slug} screen={screen} attached={field} />
      ))}
    </section>
  )
}

function CustomField({ screen, attached }: Props & { readonly attached: AttachedField }) {
  const { texts } = useSurface().language
  const { custom_field, required } = attached
  const { type, properties } = custom_field
  const { id, value, problem, onText } = useField({ screen, name: customField(custom_field.slug) })
  const label = labelOf(attached)
  const hint = properties.form_help_text
  const note = required ? undefined : `(${texts.form.optional})`
  if (type === 'checkbox') {
    const change = (isChecked: boolean) => onText(isChecked ? 'true' : '')
    return (
      <Checkbox
        id={id}
        label={<LinkedText text={label} />}
        isChecked={value === 'true'}
        onChange={change}
        hint={hint}
        problem={problem}
        required={required}
      />
    )
  }
  return (
    <Field id={id} label={label} note={note} hint={hint} problem={problem} required={required}>
      {(attributes) => <Control {...attributes} attached={attached} value={value} onText={onText} />}
    </Field>
  )
}

interface ControlProps {
  readonly id: string
  readonly attached: AttachedField
  readonly value: string
  readonly onText: (text: string) => void
}

function Control({ attached, value, onText, ...attributes }: ControlProps) {
  const { texts } = useSurface().language
  const { type, properties } = attached.custom_field
  const placeholder = properties.form_placeholder
  const common = { ...attributes, value, onText, ...(placeholder !== undefined && { placeholder }) }
  const { ge, le, max_length } = properties
  switch (type) {
    case 'select':
      return (
        <Select
          {...attributes}
          value={value}
          onText={onText}
          options={properties.options ?? []}
          empty={placeholder || texts.form.choose}
        />
      )
    case 'date':
      return (
        <TextInput
          {...common}
          type="date"
          {...(ge !== undefined && { min: dayOf(ge) })}
          {...(le !== undefined && { max: dayOf(le) })}
        />
      )
    case 'number':
      return <TextInput {...common} inputMode="decimal" />
    default: {
      const limit = max_length === undefined ? {} : { maxLength: max_length }
      return properties.textarea ? <TextArea {...common} {...limit} /> : <TextInput {...common} {...limit} />
    }
  }
}
