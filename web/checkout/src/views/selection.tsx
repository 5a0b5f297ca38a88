import { Choices } from '@till/ui'
import type { Price } from '../api/shapes.ts'
import { onItsWay } from '../machine/changes.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { savingOf } from '../offer.ts'
import { priceText, priceWithInterval, savingText } from '../texts/words.ts'
import { useSurface } from './context.ts'

interface Props {
  readonly screen: Editing | Confirming
}

/** Where the seller offers several. */
export function ProductChoice({ screen }: Props) {
  const { language, send } = useSurface()
  const { checkout } = screen
  if (checkout.products.length < 2) return null
  const choices = checkout.products.map(({ id, name, prices }) => {
    const [price] = prices
    return { value: id, label: name, aside: price && priceWithInterval(price, checkout.currency, language) }
  })
  return (
    <Choices
      name="product"
      legend={language.texts.summary.product}
      choices={choices}
      value={chosenIn(screen, 'product_id') ?? checkout.product.id}
      onChoose={(product_id) => send({ is: 'chosen', patch: { product_id } })}
    />
  )
}

/** By month or by year, where the seller offers both. */
export function PriceChoice({ screen }: Props) {
  const { language, send } = useSurface()
  const { checkout } = screen
  const { texts } = language
  const { prices } = checkout.product
  if (prices.length < 2) return null
  const currencies = new Set(prices.map(({ price_currency }) => price_currency))
  const nameOf = ({ recurring_interval, price_currency }: Price) => {
    const interval = recurring_interval && texts.summary.every(recurring_interval)
    const currency = currencies.size > 1 || interval === null ? price_currency?.toUpperCase() : null
    return [interval, currency].filter(Boolean).join(' · ')
  }
  const savingIn = (price: Price) => {
    const percent = savingOf(price, prices)
    return percent === null ? undefined : savingText(percent, language)
  }
  const choices = prices.map((price) => ({
    value: price.id,
    label: nameOf(price),
    badge: savingIn(price),
    aside: priceText(price, checkout.currency, language),
  }))
  return (
    <Choices
      name="price"
      legend={texts.summary.price}
      choices={choices}
      value={chosenIn(screen, 'product_price_id') ?? checkout.product_price.id}
      onChoose={(product_price_id) => send({ is: 'chosen', patch: { product_price_id } })}
    />
  )
}

/** What was chosen just now, while the server does not know it yet. */
function chosenIn(screen: Editing | Confirming, name: 'product_id' | 'product_price_id'): string | undefined {
  return screen.at === 'editing' ? onItsWay(screen)[name] : undefined
}
