import type { ComponentChildren, InputHTMLAttributes, JSX, SelectHTMLAttributes } from 'preact'

/** What ties a control to its label, its hint and what is wrong with it. */
export interface ControlAttributes {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
  readonly required?: boolean
}

interface FieldProps {
  readonly id: string
  readonly label: string
  /** Stands behind the label, such as that it may stay empty. */
  readonly note?: string | undefined
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly required?: boolean | undefined
  readonly children: (attributes: ControlAttributes) => ComponentChildren
}

export function Field({ id, label, note, hint, problem, required, children }: FieldProps) {
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label} {note && <span class="note">{note}</span>}
      </label>
      {children({
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(problem && { 'aria-invalid': true as const }),
        ...(required && { required }),
      })}
      <Problem id={id} text={problem} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function Problem({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  if (!text) return null
  return (
    <p class="problem" id={`${id}-problem`}>
      {text}
    </p>
  )
}

interface InputProps extends Omit<InputHTMLAttributes, 'onInput' | 'value'> {
  readonly value: string
  readonly onText: (text: string) => void
}

export function TextInput({ value, onText, ...others }: InputProps) {
  return <input type="text" {...others} value={value} onInput={(event) => onText(event.currentTarget.value)} />
}

interface AreaProps extends Omit<JSX.TextareaHTMLAttributes, 'onInput' | 'value'> {
  readonly value: string
  readonly onText: (text: string) => void
}

export function TextArea({ value, onText, ...others }: AreaProps) {
  return <textarea rows={3} {...others} value={value} onInput={(event) => onText(event.currentTarget.value)} />
}

export interface Option {
  readonly value: string
  readonly label: string
}

interface SelectProps extends Omit<SelectHTMLAttributes, 'onChange' | 'value'> {
  readonly value: string
  readonly options: readonly Option[]
  /** Shown while nothing is chosen. */
  readonly empty?: string
  readonly onText: (text: string) => void
}

export function Select({ value, options, empty, onText, ...others }: SelectProps) {
  return (
    <select {...others} value={value} onChange={(event) => onText(event.currentTarget.value)}>
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

interface CheckboxProps {
  readonly id: string
  readonly label: ComponentChildren
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly required?: boolean | undefined
}

export function Checkbox({ id, label, isChecked, onChange, hint, problem, required }: CheckboxProps) {
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={isChecked}
          {...(required && { required })}
          {...(described !== '' && { 'aria-describedby': described })}
          {...(problem && { 'aria-invalid': true })}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <Problem id={id} text={problem} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
