import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { mailsSettled } from '../../../../test/support/mails.ts'
import { makeFreeProduct } from '../../../../test/support/product-factories.ts'
import { type Moment, SmtpStandIn } from '../../../../test/support/smtp-stand-in.ts'
import { createDatabase, startTillOn, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { silentLog } from '../../../platform/log.ts'

const server = new SmtpStandIn()
let till: TestTill
/** A second process on the same database. */
let other: TestTill
let organizationId: string
let productId: string
/** What the process told of its mail server. */
const lines: string[] = []
const keep = (level: string) => (fields: object, message: string) =>
  void lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
const said = { warn: keep('warn'), info: keep('info') }
beforeAll(async () => {
  const database = await createDatabase(20)
  const mail = { smtp: await server.start(), from: 'shop@mail.example.com' }
  till = await startTillOn(database, { mail, log: { ...silentLog, ...said } })
  other = await startTillOn({ ...database, drop: async () => {} }, { mail })
  organizationId = (await makeOrganization(till, { name: 'Zoë & Sons', email: 'hello@example.com' })).id
  productId = (await makeFreeProduct(till, organizationId)).id
})
afterAll(async () => {
  await server.stop()
  await stopWithCleanBooks(till)
})
beforeEach(() => {
  server.trouble = () => undefined
  server.mails.length = 0
})

const sell = () => buy(till, productId, `buyer-${unique()}@example.com`)

async function mailAbout(order: { id: string }) {
  const { owner } = till
  const { items } = await owner.must(owner.get(`/v1/mailbox/?organization_id=${organizationId}&limit=100`))
  const found = items.filter((mail: { object_id: string }) => mail.object_id === order.id)
  if (found.length !== 1) throw new Error(`there are ${found.length} mails about the order`)
  return owner.must(owner.get(`/v1/mailbox/${found[0].id}`))
}

const until = (order: { id: string }, check: (mail: { status: string; tries: number }) => boolean) =>
  expect
    .poll(async () => check(await mailAbout(order).catch(() => ({ status: '', tries: 0 }))), { timeout: 10_000 })
    .toBe(true)

/** The first try is over, and the next one has its time. */
const postponed = (order: { id: string }) =>
  expect
    .poll(async () => (await mailAbout(order).catch(() => ({}))).trouble ?? null, { timeout: 10_000 })
    .not.toBe(null)

/** Nobody wants to wait for the next try. */
const hurry = () => till.sql`update mails set due_at = now() where status = 'waiting'`
const at = (moment: Moment, answer: string) => (now: Moment) => (now === moment ? answer : undefined)

describe('with a mail server', () => {
  it('a mail is sent, and what it says is not kept here', async () => {
    const order = await sell()
    await mailsSettled(till)
    const mail = await mailAbout(order)
    expect(mail).toMatchObject({ status: 'sent', text: null, html: null, tries: 1, sent_at: expect.any(String) })
    expect(mail.subject).toBe('[Test] Your order from Zoë & Sons')
    expect(server.mails).toMatchObject([{ from: 'shop@mail.example.com', to: [order.customer.email] }])
    const [received] = server.mails
    if (!received) throw new Error('nothing was received')
    expect(SmtpStandIn.header(received, 'Message-ID')).toBe(`<${mail.message_id}>`)
    expect(mail.message_id).toMatch(/@mail\.example\.com$/)
    expect(SmtpStandIn.header(received, 'Reply-To')).toBe('hello@example.com')
  })

  it('the organization chooses the sender’s name and where replies go, and not the address', async () => {
    const settings = { sender_name: 'The Zoë team', reply_to: 'replies@example.com' }
    await till.owner.must(till.owner.patch(`/v1/organizations/${organizationId}`, { mail_settings: settings }))
    await sell()
    await mailsSettled(till)
    const [received] = server.mails
    if (!received) throw new Error('nothing was received')
    expect(SmtpStandIn.header(received, 'From')).toMatch(/<shop@mail\.example\.com>$/)
    expect(SmtpStandIn.header(received, 'From')).not.toContain('Sons')
    expect(SmtpStandIn.header(received, 'Reply-To')).toBe('replies@example.com')
  })

  it('two processes send each of many mails once', async () => {
    const orders = await Promise.all(Array.from({ length: 50 }, sell))
    await mailsSettled(till)
    const to = server.mails.flatMap((mail) => mail.to)
    expect(to.sort()).toEqual(orders.map((order) => order.customer.email).sort())
  })

  it('a refusal for now is tried again later, under the same Message-ID', async () => {
    server.trouble = at('RCPT', '451 4.7.1 come again')
    const order = await sell()
    await until(order, ({ tries }) => tries === 1)
    await expect.poll(async () => (await mailAbout(order)).trouble).toBe('RCPT TO: 451 4.7.1')
    const first = await mailAbout(order)
    expect(first.status).toBe('waiting')
    expect(Date.parse(first.next_try_at) - Date.now()).toBeGreaterThan(50_000)
    server.trouble = () => undefined
    await hurry()
    await mailsSettled(till)
    expect(await mailAbout(order)).toMatchObject({
      status: 'sent',
      tries: 2,
      trouble: null,
      message_id: first.message_id,
    })
  })

  it('one that waits for its next try goes now when somebody asks for it', async () => {
    server.trouble = at('RCPT', '451 4.7.1 come again')
    const order = await sell()
    await postponed(order)
    const first = await mailAbout(order)
    server.trouble = () => undefined
    const reply = await till.owner.post(`/v1/mailbox/${first.id}/resend`)
    expect(reply).toMatchObject({ status: 202, body: { status: 'waiting', message_id: first.message_id } })
    expect(Date.parse(reply.body.next_try_at)).toBeLessThanOrEqual(Date.now())
    await mailsSettled(till)
    expect(await mailAbout(order)).toMatchObject({ status: 'sent', message_id: first.message_id })
    expect(server.mails).toHaveLength(1)
  })

  it('one that is being handed over is left alone, so that it does not go twice', async () => {
    server.delay = 1500
    const order = await sell()
    await until(order, ({ tries }) => tries === 1)
    const { id } = await mailAbout(order)
    expect(await till.owner.post(`/v1/mailbox/${id}/resend`)).toMatchObject({ status: 202, body: { tries: 1 } })
    await mailsSettled(till)
    server.delay = 0
    expect(server.mails).toHaveLength(1)
  })

  it('an answer that got lost leads to the same mail again, under the same Message-ID', async () => {
    server.trouble = at('end of data', 'hang up')
    const order = await sell()
    await postponed(order)
    server.trouble = () => undefined
    await hurry()
    await mailsSettled(till)
    const ids = server.mails.map((mail) => SmtpStandIn.header(mail, 'Message-ID'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids)).toEqual(new Set([`<${(await mailAbout(order)).message_id}>`]))
  })

  it('a refusal for good fails; it can be sent again, once somebody has put it right', async () => {
    server.trouble = at('RCPT', '550 5.1.1 nobody here')
    const order = await sell()
    await mailsSettled(till)
    const failed = await mailAbout(order)
    expect(failed).toMatchObject({ status: 'failed', trouble: 'RCPT TO: 550 5.1.1', next_try_at: null, sent_at: null })
    server.trouble = () => undefined
    const again = await till.owner.post(`/v1/mailbox/${failed.id}/resend`)
    expect(again).toMatchObject({ status: 202, body: { status: 'waiting', tries: 0, trouble: null } })
    await mailsSettled(till)
    expect((await mailAbout(order)).status).toBe('sent')
  })

  it('a mail that was sent can be sent again, under another Message-ID, to the address of now', async () => {
    const order = await sell()
    await mailsSettled(till)
    const first = await mailAbout(order)
    const email = `moved-${unique()}@example.com`
    await till.owner.must(till.owner.patch(`/v1/customers/${order.customer_id}`, { email }))
    await till.owner.must(till.owner.post(`/v1/mailbox/${first.id}/resend`))
    await mailsSettled(till)
    const second = await mailAbout(order)
    expect(second).toMatchObject({ status: 'sent', to: email, tries: 1 })
    expect(second.message_id).not.toBe(first.message_id)
    expect(server.mails.map(({ to }) => to)).toEqual([[order.customer.email], [email]])
  })

  it('after two days of trying it fails', async () => {
    server.trouble = at('MAIL', '451 4.3.0 not now')
    const order = await sell()
    await postponed(order)
    await till.sql`update mails set tries = 12, due_at = now() where object_id = ${order.id}`
    await mailsSettled(till)
    expect(await mailAbout(order)).toMatchObject({ status: 'failed', tries: 13 })
  })

  it('a customer who was deleted gets no mail any more', async () => {
    server.trouble = at('RCPT', '451 4.7.1 come again')
    const order = await sell()
    await postponed(order)
    expect((await till.owner.delete(`/v1/customers/${order.customer_id}`)).status).toBe(204)
    server.trouble = () => undefined
    await hurry()
    await mailsSettled(till)
    const mail = await mailAbout(order)
    expect(mail).toMatchObject({ status: 'skipped', trouble: 'the customer was deleted' })
    expect(mail.to).not.toBe(order.customer.email)
    expect(server.mails).toEqual([])
  })

  it('codes go before receipts', async () => {
    server.trouble = at('MAIL', '451 4.3.0 not now')
    const orders = await Promise.all(Array.from({ length: 45 }, sell))
    const [first] = orders
    const body = { organization_id: organizationId, email: first?.customer.email }
    await till.anonymous.must(till.anonymous.post('/v1/customer-portal/customer-session/request', body))
    const [row] = await till.sql<{ kind: string }[]>`
      select kind from mails where status = 'waiting' order by (kind <> 'sign_in_code'), due_at limit 1`
    expect(row?.kind).toBe('sign_in_code')
    server.trouble = () => undefined
    await hurry()
    await expect
      .poll(
        async () => {
          await hurry()
          return till.sql`select from mails where status = 'waiting'`
        },
        { timeout: 20_000 },
      )
      .toHaveLength(0)
  })

  it('a server that takes nothing is told in the log, once, and again when it works', async () => {
    await other.stop()
    lines.length = 0
    server.trouble = at('MAIL', '535 5.7.8 who are you?')
    const orders = [await sell(), await sell()]
    for (const order of orders) await postponed(order)
    expect(lines).toEqual([expect.stringMatching(/^warn .*"trouble":"MAIL FROM: 535 5\.7\.8"/)])
    const { body } = await till.anonymous.get('/metrics')
    expect(body).toMatch(/^till_mail_tries_total\{outcome="postponed"\} \d+$/m)
    server.trouble = () => undefined
    await hurry()
    await mailsSettled(till)
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^info the mail server takes mails again/)])
    expect(lines.join()).not.toContain('@')
  })
})
