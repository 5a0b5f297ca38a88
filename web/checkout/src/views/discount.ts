import { button, el } from '../dom.ts'
import { isShown } from '../fields.ts'
import { discountText, isRecurring } from '../offer.ts'
import type { Checkout } from '../shapes.ts'
import { field, textInput } from './field.ts'
import type { Actions } from './view.ts'

/** A field for a code, or the discount with a way to take it off again. */
export function discountView(actions: Pick<Actions, 'change'>) {
  const input = textInput({ name: 'code', autocomplete: 'off', autocapitalize: 'characters', maxlength: '256' })
  const apply = button('Apply', () => submit())
  const code = field(input, { id: 'code', label: 'Discount code', isOptional: true, beside: apply })
  const text = el('span')
  const remove = button('Remove', () => actions.change({ discount_code: null }))
  const applied = el('p', { class: 'applied', hidden: true }, text, remove)
  const element = el('div', { class: 'discount' }, code.element, applied)

  function submit(): void {
    const value = input.value.trim()
    if (value !== '') actions.change({ discount_code: value })
    else input.focus()
  }
  // Enter in this field applies the code; it does not pay.
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  })

  return {
    element,
    field: code,
    update(checkout: Checkout, isBusy: boolean): void {
      const { discount, allow_discount_codes } = checkout
      code.element.hidden = !isShown('code', checkout)
      applied.hidden = discount === null
      element.hidden = code.element.hidden && applied.hidden
      remove.hidden = !allow_discount_codes
      if (discount) {
        text.textContent = `${discount.code ?? discount.name}: ${discountText(discount, isRecurring(checkout))}`
        input.value = ''
      }
      apply.disabled = isBusy
      remove.disabled = isBusy
    },
  }
}
