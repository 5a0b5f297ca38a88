import { formatMoney } from '@till/money'
import { Button, CopyButton, isolated } from '@till/ui'
import { useEffect, useState } from 'preact/hooks'
import type { Checkout } from '../api/shapes.ts'
import type { Paid } from '../machine/screen.ts'
import { benefitsBesideGoods, isRecurring, orderOf, sellersAddress } from '../offer.ts'
import { momentText, renewalText, totalText } from '../texts/words.ts'
import { useSurface } from './context.ts'
import { Downloads, LicenseKeys, Notes, TryAgain } from './goods.tsx'
import { Seller } from './seller.tsx'
import { Bones } from './skeleton.tsx'
import { Benefits, TotalsList } from './summary.tsx'

/** After paying: thanks, the keys and the files, what was bought, and the way on. */
export function PaidView({ screen }: { readonly screen: Paid }) {
  const { paid } = useSurface().language.texts
  const { checkout } = screen
  const isShown = useShown(screen)
  return (
    <main class="sheet">
      <Seller checkout={checkout} />
      <span class="tick" aria-hidden="true" />
      <h1 tabIndex={-1}>{paid.title}</h1>
      <Thanks checkout={checkout} />
      <div class="goods" aria-live="polite" aria-busy={!isShown}>
        {isShown ? <Goods screen={screen} /> : <Fetching />}
      </div>
      {isShown && <Purchase screen={screen} />}
    </main>
  )
}

const LONGEST_WAIT = 2000

/**
 * Nobody knows how many lines keys, files and notes take. They come within a moment, and are shown together then, so that
 * none of them moves the others. What takes longer comes later, with a word in its place until then.
 */
function useShown({ keys, downloads, notes, order }: Paid): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONGEST_WAIT)
    return () => clearTimeout(timer)
  }, [])
  return isLate || [keys, downloads, notes, order].every(({ kind }) => kind !== 'loading')
}

function Fetching() {
  const { loading } = useSurface().language.texts
  return (
    <section class="card">
      <p class="unseen">{loading}</p>
      <Bones kinds={['line short', 'box', 'line']} />
    </section>
  )
}

function Goods({ screen }: { readonly screen: Paid }) {
  return (
    <>
      <LicenseKeys screen={screen} />
      <Downloads screen={screen} />
      <Notes screen={screen} />
    </>
  )
}

/** What was bought, and the way on. */
function Purchase({ screen }: { readonly screen: Paid }) {
  const { language, close, isFramed } = useSurface()
  const { paid } = language.texts
  const { checkout } = screen
  const address = sellersAddress(checkout)
  return (
    <>
      <Order screen={screen} />
      <Benefits benefits={benefitsBesideGoods(screen)} title={language.texts.summary.benefits} />
      {close ? (
        <Button kind="main" onClick={close}>
          {paid.close}
        </Button>
      ) : (
        address && (
          <a class="button main" href={address} rel="noreferrer" {...(isFramed && { target: '_top' })}>
            {paid.continue(isolated(checkout.organization.name))}
          </a>
        )
      )}
    </>
  )
}

function Thanks({ checkout }: { readonly checkout: Checkout }) {
  const { texts, locale } = useSurface().language
  const { total_amount, currency, organization, customer_email } = checkout
  const { paid } = texts
  const seller = isolated(organization.name)
  return (
    <p class="lead">
      {total_amount > 0 ? paid.paidTo(formatMoney(total_amount, currency, locale), seller) : paid.complete(seller)}{' '}
      {customer_email && organization.mail_settings.order_receipts && paid.receipt(isolated(customer_email))}
    </p>
  )
}

function Order({ screen }: { readonly screen: Paid }) {
  const { language } = useSurface()
  const { checkout } = screen
  const { texts } = language
  const renewal = renewalText(checkout, language)
  return (
    <section class="card" tabIndex={-1} aria-label={texts.paid.order}>
      <h2>{texts.paid.order}</h2>
      <div class="totals">
        <TotalsList
          checkout={checkout}
          first={[{ label: texts.paid.product, value: checkout.product.name }]}
          total={{
            label: isRecurring(checkout) ? texts.totals.paidToday : texts.totals.total,
            value: totalText(checkout, language),
          }}
        />
        {renewal && <p class="renewal">{renewal}</p>}
      </div>
      <Reference screen={screen} />
    </section>
  )
}

/** When it was, and what to call it when asking about it. Its place is kept while it is fetched. */
function Reference({ screen }: { readonly screen: Paid }) {
  const { texts, locale } = useSurface().language
  const { paid } = texts
  const order = orderOf(screen)
  if (screen.order.kind === 'unreachable') return <NoReference />
  if (order === null && screen.order.kind !== 'loading') return null
  return (
    <dl class="reference" aria-busy={order === null}>
      <div>
        <dt>{paid.date}</dt>
        <dd>{order ? momentText(order.created_at, locale) : <span class="bone" />}</dd>
      </div>
      <div>
        <dt>{paid.number}</dt>
        <dd>{order ? <OrderNumber id={order.id} /> : <span class="bone" />}</dd>
      </div>
    </dl>
  )
}

function NoReference() {
  const { paid } = useSurface().language.texts
  return (
    <dl class="reference">
      <div>
        <dt>{paid.number}</dt>
        <dd>
          {paid.numberUnreachable} <TryAgain kind="quiet" what={paid.numberCopy} />
        </dd>
      </div>
    </dl>
  )
}

function OrderNumber({ id }: { readonly id: string }) {
  const { paid } = useSurface().language.texts
  const labels = { copy: paid.copy, copied: paid.copied, failed: paid.copyFailed }
  return (
    <>
      <span class="number">{id}</span> <CopyButton kind="quiet" text={id} what={paid.numberCopy} labels={labels} />
    </>
  )
}
