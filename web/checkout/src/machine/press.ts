import { parseMoney } from '@till/money'
import type { Checkout } from '../api/shapes.ts'
import { isCustomPrice } from '../form/shown.ts'
import { onItsWay } from './changes.ts'
import type { Editing, Press } from './screen.ts'

export function pressOn(screen: Editing): Press {
  const { checkout } = screen
  const chosen = onItsWay(screen)
  const productId = chosen.product_id ?? checkout.product.id
  const shown = productId === checkout.product.id ? checkout.product_price.id : null
  return { due: dueOf(checkout), productId, priceId: chosen.product_price_id ?? shown }
}

/** What is due, and whether that begins a subscription: what the button says. */
function dueOf(checkout: Checkout): string {
  const { total_amount, currency, is_payment_form_required, product_price } = checkout
  return [total_amount, currency, is_payment_form_required, product_price.recurring_interval].join(' ')
}

/** What the form has now may be something else than at the press: then it is said first. */
export function surpriseIn(press: Press, { checkout, draft }: Editing): 'new_offer' | 'new_total' | null {
  const { product, product_price: price } = checkout
  if (product.id !== press.productId || price.id !== (press.priceId ?? price.id)) return 'new_offer'
  const isTyped = isCustomPrice(checkout) && parseMoney(draft.amount, checkout.currency) === checkout.total_amount
  return isTyped || dueOf(checkout) === press.due ? null : 'new_total'
}
