import { formatMoney } from '../../../kernel/currency.ts'
import { type HeldGrant, heldGrantFromJson, heldGrantsJson } from '../../../modules/license-keys/index.ts'
import {
  type FullOrder,
  type FullOrderRow,
  fullOrderColumns,
  fullOrderFromRow,
  fullOrderJoins,
} from '../../../modules/orders/index.ts'
import { type Organization, organizationFromJson, organizationJson } from '../../../modules/organizations/index.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import type { Words } from '../words.ts'
import type { AmountRow, Block, Key, Letter } from './letter.ts'
import { CUSTOMER_DELETED, GONE, type LetterNeeds, Overtaken, type Writer, type Written } from './writer.ts'

interface Sale extends FullOrder {
  readonly organization: Organization
  /** Before the discount; null where nobody chose it in a checkout. */
  readonly chosenAmount: number | null
  readonly held: readonly HeldGrant[]
  readonly files: readonly string[]
}

export const orderReceipt: Writer = {
  async write(needs, { objectId }) {
    const sale = await findSale(needs.db, needs.db.sql`r.id = ${objectId}`)
    if (!sale) throw new Overtaken(GONE)
    if (sale.customer.deletedAt !== null) throw new Overtaken(CUSTOMER_DELETED)
    return written(needs, sale)
  },
  async sample(needs, organizationId, objectId) {
    const { sql } = needs.db
    const named = objectId === null ? sql`true` : sql`r.id = ${objectId}`
    const sale = await findSale(needs.db, sql`r.organization_id = ${organizationId} and ${named}`)
    return sale && written(needs, sale)
  },
}

function written({ links, words }: LetterNeeds, sale: Sale): Written {
  const { organization, customer } = sale
  const letter = receiptLetter(sale, links.portal(), words)
  return { organization, letter, to: customer.email, recipientId: customer.id, audience: 'buyer' }
}

interface SaleRow extends FullOrderRow {
  readonly organization: object
  readonly chosenAmount: number | null
  readonly held: readonly object[]
  readonly files: readonly string[]
}

/** The newest that fits, with what it gives. Keys that were taken back meanwhile are not shown any more. */
async function findSale({ sql }: Db, condition: Fragment): Promise<Sale | undefined> {
  const given = sql`g.is_granted and (g.order_id = r.id or g.subscription_id = r.subscription_id)`
  const [row] = await sql<SaleRow[]>`
    select ${fullOrderColumns(sql)}, ${organizationJson(sql)} as organization,
      (select c.amount from checkouts c where c.id = r.checkout_id) as chosen_amount,
      ${heldGrantsJson(sql, given)} as held,
      array(
        select f.name from benefit_grants g
        join benefits b on b.id = g.benefit_id and b.type = 'downloadables' and b.deleted_at is null
        cross join lateral jsonb_array_elements_text(b.properties -> 'files') with ordinality as listed(file_id, place)
        join files f on f.id = listed.file_id::uuid and f.is_uploaded and f.deleted_at is null
        where ${given} and not coalesce((b.properties -> 'archived' ->> listed.file_id)::boolean, false)
        order by g.id, listed.place) as files
    from orders r ${fullOrderJoins(sql)} join organizations o on o.id = r.organization_id
    where ${condition} order by r.created_at desc, r.id desc limit 1`
  if (!row) return undefined
  return {
    ...fullOrderFromRow(row),
    organization: organizationFromJson(row.organization),
    chosenAmount: row.chosenAmount,
    held: row.held.map(heldGrantFromJson),
    files: row.files,
  }
}

/** The buyer's own words are not in it: anybody can type somebody else's address, and would have us send theirs. */
function receiptLetter(sale: Sale, portalUrl: string, words: Words): Letter {
  const { order, product, organization } = sale
  const say = words.receipt
  const total = formatMoney(order.amount + order.taxAmount, order.currency)
  const isTest = order.paymentsMode === 'sandbox'
  const isFree = order.amount + order.taxAmount === 0
  const subject = isFree ? say.freeSubject(organization.name) : say.subject(organization.name)
  return {
    subject: isTest ? words.testSubject(subject) : subject,
    preview: say.preview(product.name, total),
    blocks: [
      { kind: 'heading', text: headingOf(order.billingReason === 'subscription_cycle', isFree, words) },
      ...(isTest ? [{ kind: 'text', text: isFree ? say.freeTest : say.test } as const] : []),
      { kind: 'amounts', rows: amountsOf(sale, words) },
      ...goodsOf(sale, words),
      { kind: 'button', label: say.portal, url: portalUrl },
      { kind: 'note', text: say.portalNote },
      {
        kind: 'facts',
        rows: [
          { label: say.order, value: order.id },
          { label: say.paidOn, value: words.date(order.createdAt) },
        ],
      },
    ],
  }
}

function headingOf(isRenewal: boolean, isFree: boolean, { receipt: say }: Words): string {
  if (isRenewal) return say.renewed
  return isFree ? say.freeHeading : say.heading
}

/** What was sold, what came off, what came on, and what it was in the end. */
function amountsOf({ order, product, price, discount, subscription, chosenAmount }: Sale, words: Words): AmountRow[] {
  const say = words.receipt
  const money = (amount: number) => formatMoney(amount, order.currency)
  const before = discount ? Math.max(order.amount, chosenAmount ?? price.priceAmount ?? 0) : order.amount
  const off = before - order.amount
  const every = price.recurringInterval && say.every[price.recurringInterval]
  const detail = every ? rhythmOf(every, subscription, words) : undefined
  return [
    { label: product.name, detail, value: money(before) },
    ...(discount && off > 0 ? [{ label: say.discount(discount.name), value: money(-off) }] : []),
    ...(order.taxAmount > 0 ? [{ label: say.tax, value: money(order.taxAmount) }] : []),
    { label: say.total, value: money(order.amount + order.taxAmount), isTotal: true },
  ]
}

/** How often it is paid, and when next. */
function rhythmOf(every: string, subscription: Sale['subscription'], { receipt: say, date }: Words): string {
  if (!subscription) return every
  const { endedAt, endsAt, cancelAtPeriodEnd, currentPeriodEnd } = subscription
  const end = endsAt ?? currentPeriodEnd
  if (endedAt) return say.ended(every, date(endedAt))
  if (!end) return every
  return cancelAtPeriodEnd ? say.ends(every, date(end)) : say.renews(every, date(end))
}

function keyOf({ benefit, licenseKey }: HeldGrant, { receipt: say, date }: Words): Key[] {
  if (licenseKey?.status !== 'granted') return []
  const { key, expiresAt, limitActivations, limitUsage } = licenseKey
  const details = [
    expiresAt && say.expires(date(expiresAt)),
    limitActivations !== null && say.activations(limitActivations),
    limitUsage !== null && say.uses(limitUsage),
  ].filter(Boolean)
  return [{ label: benefit.description, key, detail: details.join(' · ') || undefined }]
}

function goodsOf({ held, files }: Sale, words: Words): Block[] {
  const keys = held.flatMap((grant) => keyOf(grant, words))
  const notes = held.flatMap(({ benefit }): Block[] => {
    const note = benefit.type === 'custom' && 'note' in benefit.properties ? benefit.properties.note : null
    return note ? [{ kind: 'list', title: benefit.description, items: [note] }] : []
  })
  return [
    ...(keys.length > 0 ? [{ kind: 'keys', title: words.receipt.keysAre(keys.length), keys } as const] : []),
    ...(files.length > 0 ? [{ kind: 'list', title: words.receipt.files, items: files } as const] : []),
    ...notes,
  ]
}
