import { el } from '../dom.ts'
import { amountProblem } from '../form.ts'
import { formatMoney, parseMoney, plainMoney } from '../money.ts'
import { priceText } from '../offer.ts'
import type { Checkout } from '../shapes.ts'
import { field, textInput } from './field.ts'
import type { Actions } from './view.ts'

/** By month or by year, where the seller offers both. */
export function priceChoice(checkout: Checkout, actions: Pick<Actions, 'change'>) {
  const radios = checkout.product.prices.map((price) => {
    const input = el('input', { type: 'radio', name: 'price', value: price.id })
    input.addEventListener('change', () => actions.change({ product_price_id: price.id }))
    return { input, element: el('label', { class: 'choice' }, input, priceText(price, checkout.currency)) }
  })
  const element = el('fieldset', { class: 'choices' }, el('legend', {}, 'Price'), ...radios.map((one) => one.element))
  element.hidden = radios.length < 2
  return {
    element,
    update(changed: Checkout, isBusy: boolean): void {
      for (const { input } of radios) {
        input.checked = input.value === changed.product_price.id
        input.disabled = isBusy
      }
    },
  }
}

/** An amount of the buyer's choice. It is sent when the field is left, so that the totals follow. */
export function amountChoice(checkout: Checkout, actions: Pick<Actions, 'change'>) {
  const { product_price: price, currency } = checkout
  const input = textInput({ name: 'amount', inputmode: 'decimal', autocomplete: 'off' })
  input.value = plainMoney(checkout.amount, currency)
  const bounds = [
    price.minimum_amount === null ? null : `at least ${formatMoney(price.minimum_amount, currency)}`,
    price.maximum_amount === null ? null : `at most ${formatMoney(price.maximum_amount, currency)}`,
  ].filter((bound) => bound !== null)
  const label = [`Your price in ${currency.toUpperCase()}`, ...bounds].join(', ')
  const amount = field(input, { id: 'amount', label })
  input.addEventListener('change', () => {
    const problem = amountProblem(input.value, checkout)
    amount.showProblem(problem ?? undefined)
    if (problem === null) actions.change({ amount: parseMoney(input.value, currency) })
  })
  return amount
}
