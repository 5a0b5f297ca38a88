import type { Role } from '../../src/kernel/actor.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { issuePersonalAccessToken } from '../../src/modules/access/index.ts'
import { transactionsOn } from '../../src/platform/postgres/transaction.ts'
import { buy } from './checkout-factories.ts'
import type { Reply } from './client.ts'
import { makeCustomer } from './customer-factories.ts'
import { numbered } from './event-log.ts'
import { makeToken, unique } from './factories.ts'
import { makeFile } from './file-factories.ts'
import { codeIn, mailOf, mailsSettled } from './mails.ts'
import { invite, makePerson } from './member-factories.ts'
import { makeProduct } from './product-factories.ts'
import { openShop, type Shop } from './shop.ts'
import type { TestTill } from './till.ts'
import { deliveriesOf, makeEndpoint } from './webhook-factories.ts'

/** A shop with what only its own people may see: access tokens, a team, a subscription, a customer who is signed in. */
export interface GuardedShop extends Shop {
  readonly accessTokenId: string
  /** The personal token of an owner, who belongs to this shop alone, and the id of another one of theirs. */
  readonly personalToken: string
  readonly personalTokenId: string
  readonly memberId: string
  readonly invitationId: string
  readonly invitationToken: string
  readonly subscriptionId: string
  /** Of the shop's order, and a part of another one that went back. */
  readonly paymentId: string
  readonly refundId: string
  /** Of a customer whom the seller's own system knows by it. */
  readonly externalId: string
  /** Of somebody who bought, and their key to a benefit and a file. */
  readonly sessionToken: string
  readonly grantId: string
  readonly webhookEndpointId: string
  readonly webhookDeliveryId: string
  readonly eventId: string
  /** The receipt of the shop's order. */
  readonly mailId: string
  /** With which the customer of the shop's order could sign in. */
  readonly signInCode: string
}

export async function openGuardedShop(till: TestTill): Promise<GuardedShop> {
  const shop = await openShop(till)
  const { owner } = till
  await makeToken(till, shop.organization.id)
  const tokens = await owner.must(owner.get(`/v1/organization-access-tokens/?organization_id=${shop.organization.id}`))
  const newest: Reply['body'] = tokens.items.at(-1)
  const order = await buy(till, shop.plan.id, `sam-${unique()}@example.com`)
  const externalId = `user-${unique()}`
  await makeCustomer(till, shop.organization.id, { external_id: externalId })
  await sellFile(till, shop)
  const grants = await owner.must(owner.get(`/v1/benefits/${shop.licenseBenefit.id}/grants`))
  const payments = await owner.must(owner.get(`/v1/payments/?order_id=${shop.order.id}`))
  const refund = await owner.must(owner.post('/v1/refunds/', { order_id: order.id, amount: 1, reason: 'other' }))
  const session = await owner.must(owner.post('/v1/customer-sessions/', { customer_id: shop.order.customer_id }))
  return {
    ...shop,
    ...(await makeTeam(till, shop.organization.id)),
    accessTokenId: newest.id,
    subscriptionId: order.subscription_id,
    paymentId: payments.items[0].id,
    refundId: refund.id,
    externalId,
    sessionToken: session.token,
    grantId: grants.items[0].id,
    ...(await makeHook(till, shop)),
    mailId: await receiptOf(till, shop),
    signInCode: await codeFor(till, shop),
  }
}

/** To the customer of the shop's order. */
async function sellFile(till: TestTill, { organization, order }: Shop): Promise<void> {
  const { owner } = till
  const file = await makeFile(till, organization.id)
  const properties = { files: [file.id] }
  const benefit = await owner.must(
    owner.post('/v1/benefits/', {
      organization_id: organization.id,
      type: 'downloadables',
      description: 'The installers',
      properties,
    }),
  )
  const product = await makeProduct(till, organization.id)
  await owner.must(owner.post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] }))
  await buy(till, product.id, order.customer.email)
}

/** With something that was to be sent, and waits, so that nothing changes while others look. */
async function makeHook(till: TestTill, { organization, product }: Shop) {
  const { owner } = till
  const endpoint = await makeEndpoint(till, organization.id)
  await owner.must(owner.patch(`/v1/webhooks/endpoints/${endpoint.id}`, { status: 'paused' }))
  await owner.must(owner.patch(`/v1/products/${product.id}`, { description: 'Told to whoever wants to know' }))
  // It is in the queue as soon as its event has a number.
  await numbered(till)
  const [delivery] = await deliveriesOf(till, endpoint.id)
  return {
    webhookEndpointId: endpoint.id as string,
    webhookDeliveryId: delivery.id as string,
    eventId: delivery.webhook_event.id as string,
  }
}

async function codeFor(till: TestTill, { organization, order }: Shop): Promise<string> {
  const body = { organization_id: organization.id, email: order.customer.email }
  await till.anonymous.must(till.anonymous.post('/v1/customer-portal/customer-session/request', body))
  return codeIn((await mailOf(till, organization.id, 'sign_in_code')).text)
}

async function receiptOf(till: TestTill, { order }: Shop): Promise<string> {
  await mailsSettled(till)
  const [mail] = await till.sql<{ id: string }[]>`select id from mails where object_id = ${order.id}`
  return mail?.id ?? ''
}

/** None of them uses a token here, because a last use is written down a little later. */
async function makeTeam(till: TestTill, organizationId: string) {
  const person = await makePerson(till, organizationId, 'owner')
  const member = await makePerson(till, organizationId, 'read_only')
  const invitation = await invite(till, organizationId)
  await transactionsOn(till.sql, systemClock).run((tx) => issuePersonalAccessToken(tx, person.userId, 'spare'))
  const [spare] = await till.sql<{ id: string }[]>`
    select id from access_tokens where user_id = ${person.userId} and comment = 'spare'`
  return {
    personalToken: person.token,
    personalTokenId: spare?.id ?? '',
    memberId: member.userId,
    invitationId: invitation.id as string,
    invitationToken: invitation.token,
  }
}

/** The personal token of somebody who is a member of this organization and of no other. */
export async function personalTokenOf(till: TestTill, organizationId: string, role: Role = 'owner'): Promise<string> {
  return (await makePerson(till, organizationId, role)).token
}

/** Every id of a shop's own things, wherever an answer showed one. */
export function idsOf(shop: Shop): string[] {
  const found = JSON.stringify(shop).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  return [...new Set(found)]
}

/** A hash, table by table, of every row that names one of these ids: whose row it is does not matter. */
export async function rowsNaming({ sql }: TestTill, ids: readonly string[]): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const hashes = tables.map(
    ({ name }) => `
      select '${name}' as name, md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as hash
      from ${name} row where row::text like any($1)`,
  )
  const rows = await sql.unsafe(hashes.join(' union all '), [ids.map((id) => `%${id}%`)])
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** What runs in the background after a sale has run: numbers of events, counts. */
export async function settled({ sql }: TestTill): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const [open] = await sql<{ count: number }[]>`
      select (select count(*) from events where sequence is null)::int
        + (select count(*) from list_deltas)::int
        + (select count(*) from discount_redemptions where not is_counted)::int
        + (select count(*) from grant_reviews)::int
        + (select count(*) from mails where status = 'waiting')::int
        + (select count(*) from files where sweeps_left > 1)::int as count`
    if (open?.count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the work in the background does not come to an end')
}
