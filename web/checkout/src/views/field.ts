import { el } from '../dom.ts'

export type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export interface FieldView {
  readonly element: HTMLElement
  readonly input: Input
  showProblem(text: string | undefined): void
}

interface FieldOptions {
  readonly id: string
  readonly label: string
  readonly isOptional?: boolean
  readonly className?: string
  readonly beside?: HTMLElement
  /** Said below the field, before anything is wrong. */
  readonly help?: string | undefined
}

/** A label, its input, and a place for what is wrong with it, which a screen reader reads along. */
export function field(input: Input, options: FieldOptions): FieldView {
  const { id, label, isOptional = false, className = '', beside, help } = options
  input.id = id
  input.setAttribute('aria-describedby', `${id}-help ${id}-problem`)
  const problem = el('p', { id: `${id}-problem`, class: 'problem', hidden: true })
  const optional = isOptional ? el('span', { class: 'optional' }, ' (optional)') : null
  const row = beside ? el('div', { class: 'beside' }, input, beside) : input
  const hint = help ? el('p', { id: `${id}-help`, class: 'hint' }, help) : null
  const name = el('label', { for: id }, label, optional)
  // A box to tick stands before what it says.
  const parts = input.type === 'checkbox' ? [el('div', { class: 'tick' }, input, name)] : [name, row]
  return {
    input,
    element: el('div', { class: `field ${className}` }, ...parts, hint, problem),
    showProblem(text) {
      problem.hidden = text === undefined
      problem.textContent = text ?? ''
      if (text === undefined) input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
    },
  }
}

export function textInput(attributes: Readonly<Record<string, string | boolean>>): HTMLInputElement {
  return el('input', { type: 'text', spellcheck: 'false', ...attributes })
}
