import { countries } from '../countries.ts'
import { el } from '../dom.ts'
import { type Field, fieldsOf, isShown } from '../fields.ts'
import { payText } from '../offer.ts'
import { firstField, NO_PROBLEMS, type Problems } from '../problems.ts'
import type { Checkout } from '../shapes.ts'
import { cardFields } from './card-fields.ts'
import { customFieldsView } from './custom-fields.ts'
import { discountView } from './discount.ts'
import { type FieldView, field, textInput } from './field.ts'
import { amountChoice, priceChoice } from './price-choice.ts'
import { summaryView } from './summary.ts'
import type { Actions, View } from './view.ts'

/** The form to pay with. What was typed stays, whatever the server says. */
export function formView(checkout: Checkout, actions: Actions, base: string): View {
  const summary = summaryView(checkout, base)
  const prices = priceChoice(checkout, actions)
  const discount = discountView(actions)
  const card = cardFields()
  const custom = customFieldsView(checkout)
  const fields = {
    amount: amountChoice(checkout, actions),
    ...contactFields(checkout),
    code: discount.field,
    ...card.fields,
  }
  const everyField: Partial<Record<Field, FieldView>> = { ...fields, ...custom.fields }
  const general = el('p', { class: 'general problem', role: 'alert', tabindex: '-1', hidden: true })
  // In the page from the start: a screen reader then reads what comes to stand here.
  const notice = el('p', { class: 'notice', role: 'status' })
  const submit = el('button', { type: 'submit', class: 'pay' })
  const form = el(
    'form',
    { novalidate: true, class: 'payment', 'aria-label': 'Payment' },
    prices.element,
    fields.amount.element,
    fields.email.element,
    fields.name.element,
    fields.country.element,
    ...custom.elements,
    discount.element,
    card.element,
    general,
    notice,
    submit,
  )
  const typed = (name: keyof typeof fields) => fields[name].input.value
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const values = {
      amount: typed('amount'),
      email: typed('email'),
      name: typed('name'),
      country: typed('country'),
      number: typed('number'),
      expiry: typed('expiry'),
      cvc: typed('cvc'),
      custom: custom.values(),
    }
    actions.pay(values, typed('code'))
  })
  // The second half of a double click must not pay a total that the first half has just changed.
  submit.addEventListener('click', (event) => {
    if (event.detail > 1) event.preventDefault()
  })

  let shown: Problems = NO_PROBLEMS
  function showProblems(problems: Problems): void {
    if (problems === shown) return
    shown = problems
    for (const name of fieldsOf(checkout)) everyField[name]?.showProblem(problems.fields[name])
    general.hidden = problems.general === null
    general.textContent = problems.general ?? ''
    const first = firstField(problems, checkout)
    if (first) everyField[first]?.input.focus()
    else if (problems.general !== null) general.focus()
  }

  return {
    element: el('main', { class: 'columns' }, summary.element, form),
    update(state) {
      if (state.screen !== 'form') return
      const { checkout: now, busy, problems } = state
      summary.update(now)
      prices.update(now, busy !== 'no')
      discount.update(now, busy !== 'no')
      fields.amount.element.hidden = !isShown('amount', now)
      card.element.hidden = !isShown('number', now)
      submit.textContent = busy === 'paying' ? 'Paying …' : payText(now)
      submit.disabled = busy === 'paying'
      form.setAttribute('aria-busy', String(busy !== 'no'))
      notice.textContent = state.notice
      showProblems(problems)
    },
  }
}

function contactFields(checkout: Checkout) {
  const email = textInput({ type: 'email', name: 'email', autocomplete: 'email', inputmode: 'email', required: true })
  email.value = checkout.customer_email ?? ''
  // The seller knows who this is.
  email.readOnly = checkout.customer_id !== null
  const name = textInput({ name: 'name', autocomplete: 'name', maxlength: '256' })
  name.value = checkout.customer_name ?? ''
  const country = el('select', { name: 'country', autocomplete: 'country' }, el('option', { value: '' }, 'Not given'))
  country.append(...countries().map((one) => el('option', { value: one.code }, one.name)))
  country.value = checkout.customer_billing_address?.country ?? ''
  return {
    email: field(email, { id: 'email', label: 'E-mail' }),
    name: field(name, { id: 'name', label: 'Name', isOptional: true }),
    country: field(country, { id: 'country', label: 'Country', isOptional: true }),
  }
}
