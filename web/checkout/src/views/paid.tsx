import { formatMoney } from '@till/money'
import { Button } from '@till/ui'
import type { Checkout } from '../api/shapes.ts'
import type { Paid } from '../machine/screen.ts'
import { benefitsBesideGoods, isRecurring, sellersAddress } from '../offer.ts'
import { renewalText } from '../texts/words.ts'
import { useSurface } from './context.ts'
import { Downloads, LicenseKeys } from './goods.tsx'
import { Seller } from './seller.tsx'
import { Benefits, TotalsList } from './summary.tsx'

/** After paying: thanks, the keys and the files, what was bought, and the way on. */
export function PaidView({ screen }: { readonly screen: Paid }) {
  const { language, close } = useSurface()
  const { paid } = language.texts
  const { checkout } = screen
  const address = sellersAddress(checkout)
  return (
    <main class="sheet">
      <Seller checkout={checkout} />
      <span class="tick" aria-hidden="true" />
      <h1 tabIndex={-1}>{paid.title}</h1>
      <Thanks checkout={checkout} />
      <LicenseKeys screen={screen} />
      <Downloads screen={screen} />
      <Order checkout={checkout} />
      <Benefits benefits={benefitsBesideGoods(screen)} title={language.texts.summary.benefits} />
      {close ? (
        <Button kind="main" onClick={close}>
          {paid.close}
        </Button>
      ) : (
        address && (
          <a class="button main" href={address} rel="noreferrer">
            {paid.continue(checkout.organization.name)}
          </a>
        )
      )}
    </main>
  )
}

function Thanks({ checkout }: { readonly checkout: Checkout }) {
  const { texts, locale } = useSurface().language
  const { total_amount, currency, organization, customer_email } = checkout
  const { paid } = texts
  return (
    <p class="lead">
      {total_amount > 0
        ? paid.paidTo(formatMoney(total_amount, currency, locale), organization.name)
        : paid.complete(organization.name)}{' '}
      {customer_email && organization.mail_settings.order_receipts && paid.receipt(customer_email)}
    </p>
  )
}

function Order({ checkout }: { readonly checkout: Checkout }) {
  const { language } = useSurface()
  const { texts, locale } = language
  const renewal = renewalText(checkout, language)
  return (
    <section class="card" aria-label={texts.paid.order}>
      <h2>{texts.paid.order}</h2>
      <div class="totals">
        <TotalsList
          checkout={checkout}
          first={[{ label: texts.paid.product, value: checkout.product.name }]}
          total={{
            label: isRecurring(checkout) ? texts.totals.paidToday : texts.totals.total,
            value: formatMoney(checkout.total_amount, checkout.currency, locale),
          }}
        />
        {renewal && <p class="renewal">{renewal}</p>}
      </div>
    </section>
  )
}
