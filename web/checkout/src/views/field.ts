import { el } from '../dom.ts'

export interface FieldView {
  readonly element: HTMLElement
  readonly input: HTMLInputElement | HTMLSelectElement
  showProblem(text: string | undefined): void
}

interface FieldOptions {
  readonly id: string
  readonly label: string
  readonly isOptional?: boolean
  readonly className?: string
  readonly beside?: HTMLElement
}

/** A label, its input, and a place for what is wrong with it, which a screen reader reads along. */
export function field(input: HTMLInputElement | HTMLSelectElement, options: FieldOptions): FieldView {
  const { id, label, isOptional = false, className = '', beside } = options
  input.id = id
  input.setAttribute('aria-describedby', `${id}-problem`)
  const problem = el('p', { id: `${id}-problem`, class: 'problem', hidden: true })
  const optional = isOptional ? el('span', { class: 'optional' }, ' (optional)') : null
  const row = beside ? el('div', { class: 'beside' }, input, beside) : input
  return {
    input,
    element: el('div', { class: `field ${className}` }, el('label', { for: id }, label, optional), row, problem),
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
