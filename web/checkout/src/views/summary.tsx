import { formatMoney } from '@till/money'
import { Field, Folded, LinkedText, TextInput } from '@till/ui'
import { useEffect } from 'preact/hooks'
import type { Benefit, Checkout } from '../api/shapes.ts'
import { currencySign } from '../form/currency-sign.ts'
import { isCustomPrice } from '../form/shown.ts'
import type { Confirming, Editing } from '../machine/screen.ts'
import { partsOfTotal, priceText, problemText, renewalText, totalLabel, totalText } from '../texts/words.ts'
import { idOf } from './bound-field.tsx'
import { useSurface } from './context.ts'
import { DiscountField } from './discount-field.tsx'
import { Inset } from './inset.tsx'
import { Cover, Gallery } from './pictures.tsx'
import { PriceChoice, ProductChoice } from './selection.tsx'
import { Seller } from './seller.tsx'

/** Who sells what, what it costs, and how the total comes about. */
export function SummaryView({ screen }: { readonly screen: Editing | Confirming }) {
  const { texts } = useSurface().language
  const { checkout } = screen
  const { product } = checkout
  return (
    <section class="summary" aria-label={texts.summary.label}>
      <Seller checkout={checkout} />
      <div class="headline">
        <div>
          <h1 tabIndex={-1}>{product.name}</h1>
          <Price checkout={checkout} />
        </div>
        <Cover checkout={checkout} />
      </div>
      <Gallery checkout={checkout} />
      <Description key={product.id} text={product.description} />
      <fieldset class="fields" disabled={screen.at === 'confirming'}>
        <ProductChoice screen={screen} />
        <PriceChoice screen={screen} />
        <AmountChoice screen={screen} />
      </fieldset>
      <Benefits benefits={product.benefits} title={texts.summary.benefits} />
      <fieldset disabled={screen.at === 'confirming'}>
        <DiscountField screen={screen} />
      </fieldset>
      <Totals screen={screen} />
    </section>
  )
}

function Description({ text }: { readonly text: string | null }) {
  const { summary } = useSurface().language.texts
  if (!text?.trim()) return null
  return (
    <Folded labels={{ more: summary.showMore, less: summary.showLess }}>
      <p class="description" dir="auto">
        <LinkedText text={text.trim()} />
      </p>
    </Folded>
  )
}

function Price({ checkout }: { readonly checkout: Checkout }) {
  const { language } = useSurface()
  const { product_price: price, currency } = checkout
  return (
    <p class="price">
      <strong>{priceText(price, currency, language)}</strong>
      {price.recurring_interval && price.amount_type !== 'free' && (
        <span> {language.texts.summary.per(price.recurring_interval)}</span>
      )}
    </p>
  )
}

const A_MOMENT = 500

/** An amount of the buyer's choice. The totals follow when they have typed it, or leave the field. */
function AmountChoice({ screen }: { readonly screen: Editing | Confirming }) {
  const { language, send } = useSurface()
  const { texts, locale } = language
  const { checkout, draft } = screen
  const isAsked = isCustomPrice(checkout)
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => send({ is: 'paused', field: 'amount' }), A_MOMENT)
    return () => clearTimeout(timer)
  }, [isAsked, draft.amount, send])
  if (!isAsked) return null
  const { currency, product_price: price } = checkout
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, currency, locale))
  const problem = screen.at === 'editing' ? screen.problems.fields.amount : undefined
  const { sign, isBefore, name } = currencySign(currency, locale)
  // Whoever hears the page hears the currency's name in the label.
  const mark = <span aria-hidden="true">{sign}</span>
  return (
    <Field
      id={idOf('amount')}
      label={texts.summary.amount}
      hint={texts.summary.between(money(price.minimum_amount), money(price.maximum_amount)) || undefined}
      problem={problem && problemText(problem, language)}
    >
      {(attributes) => (
        <Inset {...(isBefore ? { before: mark } : { after: mark })}>
          <TextInput
            {...attributes}
            name="amount"
            aria-label={texts.summary.amountIn(name)}
            inputMode="decimal"
            autoComplete="off"
            value={draft.amount}
            onText={(text) => send({ is: 'typed', field: 'amount', text })}
            onBlur={() => send({ is: 'left', field: 'amount' })}
            onKeyDown={({ key }) => key === 'Enter' && send({ is: 'left', field: 'amount' })}
          />
        </Inset>
      )}
    </Field>
  )
}

export function Benefits({ benefits, title }: { readonly benefits: readonly Benefit[]; readonly title: string }) {
  if (benefits.length === 0) return null
  return (
    <div class="benefits">
      <h2>{title}</h2>
      <ul>
        {benefits.map((benefit) => (
          <li key={benefit.id}>{benefit.description}</li>
        ))}
      </ul>
    </div>
  )
}

/** Read out when it changes. */
function Totals({ screen }: { readonly screen: Editing | Confirming }) {
  const { language } = useSurface()
  const { checkout } = screen
  const isSaving = screen.at === 'editing' && screen.saving !== null
  const renewal = renewalText(checkout, language)
  return (
    <div class={isSaving ? 'totals updating' : 'totals'} role="status" aria-busy={isSaving}>
      <TotalsList
        checkout={checkout}
        total={{ label: totalLabel(checkout, language), value: totalText(checkout, language) }}
      />
      {renewal && <p class="renewal">{renewal}</p>}
    </div>
  )
}

export function TotalsList({
  checkout,
  total,
  first = [],
}: {
  readonly checkout: Checkout
  readonly total: { readonly label: string; readonly value: string }
  readonly first?: readonly { readonly label: string; readonly value: string }[]
}) {
  const { language } = useSurface()
  return (
    <dl>
      {[...first, ...partsOfTotal(checkout, language)].map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div class="total">
        <dt>{total.label}</dt>
        <dd>{total.value}</dd>
      </div>
    </dl>
  )
}
