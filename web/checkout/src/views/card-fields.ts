import { groupDigits, laterExpiry, shapeExpiry, TEST_CARD } from '../card.ts'
import { button, el } from '../dom.ts'
import { field, textInput } from './field.ts'

/** The test card. Browsers are asked not to offer a real one here. */
export function cardFields() {
  const shared = { inputmode: 'numeric', autocomplete: 'off' }
  const number = textInput({ ...shared, name: 'number', placeholder: TEST_CARD.number, maxlength: '23' })
  const expiry = textInput({ ...shared, name: 'expiry', placeholder: 'MM / YY', maxlength: '9' })
  const cvc = textInput({ ...shared, name: 'cvc', placeholder: TEST_CARD.cvc, maxlength: '4' })
  number.addEventListener('blur', () => {
    number.value = groupDigits(number.value)
  })
  expiry.addEventListener('input', () => {
    const shaped = shapeExpiry(expiry.value)
    // Writing the same again would move the caret.
    if (shaped !== expiry.value) expiry.value = shaped
  })
  const fill = button('Fill in a test card', () => {
    number.value = TEST_CARD.number
    expiry.value = laterExpiry(new Date())
    cvc.value = TEST_CARD.cvc
    cvc.focus()
  })
  const fields = {
    number: field(number, { id: 'number', label: 'Card number' }),
    expiry: field(expiry, { id: 'expiry', label: 'Expires' }),
    cvc: field(cvc, { id: 'cvc', label: 'Security code' }),
  }
  const hint = el('p', { class: 'hint' }, 'Test cards only. Any later date and any code will do. ', fill)
  const element = el(
    'fieldset',
    {},
    el('legend', {}, 'Card'),
    hint,
    fields.number.element,
    el('div', { class: 'pair' }, fields.expiry.element, fields.cvc.element),
  )
  return { element, fields }
}
