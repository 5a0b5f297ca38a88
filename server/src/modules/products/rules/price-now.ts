import type { FullProduct, Price } from '../model.ts'

/** Prices do not change: a new one takes the place of an archived one, and whoever wanted "monthly" still does. */
export function priceNow({ id, prices }: FullProduct, chosen: Price): Price | undefined {
  if (chosen.productId !== id) return prices[0]
  const isAlike = (price: Price) =>
    price.recurringInterval === chosen.recurringInterval && price.priceCurrency === chosen.priceCurrency
  return prices.find((price) => price.id === chosen.id) ?? prices.find(isAlike) ?? prices[0]
}
