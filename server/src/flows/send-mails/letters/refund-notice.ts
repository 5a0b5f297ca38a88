import { formatMoney } from '../../../kernel/currency.ts'
import {
  type FullOrder,
  type FullOrderRow,
  fullOrderColumns,
  fullOrderFromRow,
  fullOrderJoins,
} from '../../../modules/orders/index.ts'
import { type Organization, organizationFromJson, organizationJson } from '../../../modules/organizations/index.ts'
import type { Refund } from '../../../modules/refunds/index.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import { fromRow } from '../../../platform/postgres/rows.ts'
import type { Words } from '../words.ts'
import type { Letter } from './letter.ts'
import { CUSTOMER_DELETED, GONE, type LetterNeeds, Overtaken, type Writer, type Written } from './writer.ts'

interface GivenBack extends FullOrder {
  readonly organization: Organization
  readonly refund: Refund
}

export const refundNotice: Writer = {
  async write(needs, { objectId }) {
    const found = await findRefund(needs.db, needs.db.sql`f.id = ${objectId}`)
    if (!found) throw new Overtaken(GONE)
    if (found.customer.deletedAt !== null) throw new Overtaken(CUSTOMER_DELETED)
    // A bank can return the money before the mail has gone out.
    if (found.refund.status !== 'succeeded') throw new Overtaken('the refund did not succeed in the end')
    return written(needs, found)
  },
  async sample(needs, organizationId, objectId) {
    const { sql } = needs.db
    const named = objectId === null ? sql`true` : sql`f.id = ${objectId}`
    const found = await findRefund(needs.db, sql`f.organization_id = ${organizationId} and ${named}`)
    return found && written(needs, found)
  },
}

function written({ words }: LetterNeeds, found: GivenBack): Written {
  const { organization, customer } = found
  return {
    organization,
    letter: noticeLetter(found, words),
    to: customer.email,
    recipientId: customer.id,
    audience: 'buyer',
  }
}

async function findRefund({ sql }: Db, condition: Fragment): Promise<GivenBack | undefined> {
  const [row] = await sql<(FullOrderRow & { organization: object; refund: object })[]>`
    select ${fullOrderColumns(sql)}, ${organizationJson(sql)} as organization, to_json(f) as refund
    from refunds f join orders r on r.id = f.order_id ${fullOrderJoins(sql)}
    join organizations o on o.id = f.organization_id
    where ${condition} order by f.created_at desc, f.id desc limit 1`
  if (!row) return undefined
  return {
    ...fullOrderFromRow(row),
    organization: organizationFromJson(row.organization),
    refund: fromRow<Refund>(row.refund),
  }
}

/** The seller's comment stays with the seller. */
function noticeLetter({ refund, order, product, organization }: GivenBack, words: Words): Letter {
  const say = words.refund
  const money = (amount: number) => formatMoney(amount, refund.currency)
  const total = money(refund.amount + refund.taxAmount)
  const isTest = order.paymentsMode === 'sandbox'
  const subject = say.subject(organization.name)
  const reason = say.reasons[refund.reason]
  return {
    subject: isTest ? words.testSubject(subject) : subject,
    preview: say.preview(total, product.name),
    blocks: [
      { kind: 'heading', text: isTest ? say.testHeading : say.heading },
      { kind: 'text', text: isTest ? say.test(total, product.name) : say.text(total, product.name) },
      ...(isTest ? [] : [{ kind: 'text', text: say.when } as const]),
      {
        kind: 'amounts',
        rows: [
          { label: say.amount, value: money(refund.amount) },
          ...(refund.taxAmount > 0 ? [{ label: say.tax, value: money(refund.taxAmount) }] : []),
          { label: say.total, value: total, isTotal: true },
        ],
      },
      {
        kind: 'facts',
        rows: [
          ...(reason === null ? [] : [{ label: say.reason, value: reason }]),
          { label: say.order, value: order.id },
          { label: say.orderedOn, value: words.date(order.createdAt) },
        ],
      },
    ],
  }
}
