import { type ControlAttributes, Field, type Option, Select, TextInput } from '@till/ui'
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { typedIn } from '../form/draft.ts'
import type { Field as Name } from '../form/field-names.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { problemText } from '../texts/words.ts'
import { useSurface } from './context.ts'
import { Inset } from './inset.tsx'
import { useCaret } from './use-caret.ts'

export interface BoundProps {
  readonly screen: Editing | Confirming
  readonly name: Name
  readonly label: string
  readonly isOptional?: boolean
  readonly hint?: string | undefined
}

/** What a field shows and tells, whatever it looks like. */
export function useField({ screen, name }: Pick<BoundProps, 'screen' | 'name'>) {
  const { language, send } = useSurface()
  const problem = screen.at === 'editing' ? screen.problems.fields[name] : undefined
  return {
    id: idOf(name),
    value: typedIn(screen.draft, name),
    problem: problem && problemText(problem, language),
    onText: (text: string) => send({ is: 'typed', field: name, text }),
    onBlur: () => send({ is: 'left', field: name }),
  }
}

/** Slugs are the seller's: an id may not hold everything that they may. */
export const idOf = (name: Name): string => `field-${encodeURIComponent(name).replaceAll('%', '_')}`

interface AroundProps extends BoundProps {
  readonly children: (
    control: ReturnType<typeof useField> & { readonly attributes: ControlAttributes },
  ) => ComponentChildren
}

/** Label, hint and problem around a control of any kind. */
function BoundField({ screen, name, label, isOptional = false, hint, children }: AroundProps) {
  const { texts } = useSurface().language
  const field = useField({ screen, name })
  const note = isOptional ? `(${texts.form.optional})` : undefined
  return (
    <Field id={field.id} label={label} hint={hint} problem={field.problem} required={!isOptional} note={note}>
      {(attributes) => children({ ...field, attributes })}
    </Field>
  )
}

interface TextProps extends BoundProps {
  readonly input?: Omit<InputHTMLAttributes, 'size' | 'value' | 'onInput'>
}

export function TextField({ input, ...bound }: TextProps) {
  return (
    <BoundField {...bound}>
      {({ attributes, value, onText, onBlur }) => (
        <TextInput name={bound.name} {...input} {...attributes} value={value} onText={onText} onBlur={onBlur} />
      )}
    </BoundField>
  )
}

interface DigitsProps extends TextProps {
  /** How what is typed is written. */
  readonly shape: (text: string) => string
  /** Stands at the end of the field. */
  readonly aside?: ComponentChildren
}

export function DigitsField({ input, shape, aside, ...bound }: DigitsProps) {
  const withCaret = useCaret(idOf(bound.name))
  return (
    <BoundField {...bound}>
      {({ attributes, value, onText, onBlur }) => (
        <Inset after={aside}>
          <TextInput
            name={bound.name}
            inputMode="numeric"
            {...input}
            {...attributes}
            value={value}
            onText={(text) => onText(withCaret(text, shape(text)))}
            onBlur={onBlur}
          />
        </Inset>
      )}
    </BoundField>
  )
}

interface SelectProps extends BoundProps {
  readonly options: readonly Option[]
  readonly autoComplete: string
}

export function SelectField({ options, autoComplete, ...bound }: SelectProps) {
  const { texts } = useSurface().language
  return (
    <BoundField {...bound}>
      {({ attributes, value, onText, onBlur }) => (
        <Select
          name={bound.name}
          autoComplete={autoComplete}
          {...attributes}
          value={value}
          options={options}
          empty={texts.form.choose}
          onText={(text) => {
            onText(text)
            onBlur()
          }}
        />
      )}
    </BoundField>
  )
}
