import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLicenseKeysBenefit } from '../../../../test/support/benefit-factories.ts'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { mailOf, mailsOf } from '../../../../test/support/mails.ts'
import { makeFreeProduct, makeProduct } from '../../../../test/support/product-factories.ts'
import { openShop, type Shop } from '../../../../test/support/shop.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

let till: TestTill
let shop: Shop
beforeAll(async () => {
  till = await startTill()
  shop = await openShop(till, { email: 'hello@example.com' })
})
afterAll(() => stopWithCleanBooks(till))

const receiptOf = async (order: { id: string; organization_id?: string }) => {
  const mails = await mailsOf(till, shop.organization.id, '&kind=order_receipt')
  const own = mails.filter((mail) => mail.object_id === order.id)
  expect(own).toHaveLength(1)
  return own[0]
}

describe('a receipt', () => {
  it('tells what was bought, what it cost, and the license key', async () => {
    const mail = await receiptOf(shop.order)
    expect(mail).toMatchObject({
      kind: 'order_receipt',
      status: 'kept',
      to: shop.order.customer.email,
      subject: `[Test] Your receipt from ${shop.organization.name}`,
      tries: 1,
      trouble: null,
      next_try_at: null,
    })
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(shop.product.name)
      expect(part).toContain(shop.licenseKey.key)
      expect(part).toContain('Welcome')
      expect(part).toContain('http://till.example.com/portal')
      expect(part).toContain(shop.order.id)
    }
    expect(mail.text).toMatch(/Discount: .+ {2}-\$5\.00/)
    expect(mail.text).toMatch(/Total {2,}\$\d+\.\d\d/)
    expect(mail.message_id).toMatch(/^[0-9a-f-]{36}@till\.example\.com$/)
  })

  it('comes once for a subscription’s first order, and says when it renews', async () => {
    const mail = await receiptOf(shop.subscriptionOrder)
    expect(mail.text).toMatch(/Every month\. Renews on \w+ \d+, \d{4}, until you cancel\./)
  })

  it('says when a subscription ends that does not renew', async () => {
    const mail = await receiptOf(shop.subscriptionOrder)
    const { subscription_id: id } = shop.subscriptionOrder
    await till.owner.must(till.owner.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: true }))
    await till.owner.must(till.owner.post(`/v1/mailbox/${mail.id}/resend`))
    const again = await receiptOf(shop.subscriptionOrder)
    expect(again.text).toMatch(/Every month\. Ends on \w+ \d+, \d{4}\./)
    await till.owner.must(till.owner.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: false }))
  })

  it('says of each license key what it is for, how often it can be activated, and when it expires', async () => {
    const { id } = await makeOrganization(till)
    const keys = [
      { description: 'Desktop app', properties: { expires: { ttl: 1, timeframe: 'year' } } },
      { description: 'Plugins', properties: { activations: { limit: 3, enable_customer_admin: true } } },
    ]
    const benefits: string[] = []
    for (const fields of keys) benefits.push((await makeLicenseKeysBenefit(till, id, fields)).id)
    const product = await makeFreeProduct(till, id)
    await till.owner.must(till.owner.post(`/v1/products/${product.id}/benefits`, { benefits }))
    await buy(till, product.id, `keys-${unique()}@example.com`)
    const { text, html } = await mailOf(till, id, 'order_receipt')
    expect(text).toMatch(/Desktop app\n {2}[\w-]+\n {2}Expires on \w+ \d+, \d{4}/)
    expect(text).toMatch(/Plugins\n {2}[\w-]+\n {2}Up to 3 activations/)
    for (const part of ['Desktop app', 'Plugins', 'Expires on', 'Up to 3 activations']) expect(html).toContain(part)
  })

  it('comes for what costs nothing too', async () => {
    const mail = await receiptOf(shop.freeOrder)
    expect(mail.subject).toBe(`[Test] Your order from ${shop.organization.name}`)
    expect(mail.text).toMatch(/Total {2,}\$0\.00/)
    expect(mail.text).toContain('Thank you for your order')
    expect(mail.text).toContain('This was a test order.')
    expect(mail.text).not.toMatch(/card|money/)
  })

  it('does not repeat what a buyer typed', async () => {
    const bad = 'Visit https://evil.example.com now'
    const order = await buy(till, shop.product.id, `spam-${unique()}@example.com`, { customer_name: bad })
    const mail = await receiptOf(order)
    expect(mail.text + mail.html).not.toContain('evil.example.com')
  })

  it('has the sender’s name and the reply address that the organization wants', async () => {
    const { name } = shop.organization
    const mail = await receiptOf(shop.order)
    expect(mail.text).toContain(`Sold by ${name}`)
    expect(mail.text).toContain('hello@example.com')
  })

  it('is written in the currency’s own units', async () => {
    const { id } = await makeOrganization(till)
    const prices = [{ amount_type: 'fixed', price_amount: 1999, price_currency: 'jpy' }]
    const product = await makeProduct(till, id, { prices })
    await buy(till, product.id, `yen-${unique()}@example.com`)
    expect((await mailOf(till, id, 'order_receipt')).text).toContain('¥1,999')
  })

  it('escapes what sellers write', async () => {
    const { id } = await makeOrganization(till, { name: 'A & B <b>shop</b>' })
    const product = await makeFreeProduct(till, id, { name: '<img src=x onerror=alert(1)>' })
    await buy(till, product.id, `html-${unique()}@example.com`)
    const { html, text } = await mailOf(till, id, 'order_receipt')
    expect(html).toContain('A &amp; B &lt;b&gt;shop&lt;/b&gt;')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<(?:img|script)/i)
    expect(text).toContain('<img src=x onerror=alert(1)>')
  })

  it('does not come when the organization has switched receipts off', async () => {
    const { id } = await makeOrganization(till, { mail_settings: { order_receipts: false } })
    const product = await makeFreeProduct(till, id)
    await buy(till, product.id, `off-${unique()}@example.com`)
    expect(await mailsOf(till, id)).toMatchObject([
      { kind: 'order_receipt', status: 'skipped', trouble: 'the organization has switched it off', tries: 0 },
    ])
    await till.owner.must(till.owner.patch(`/v1/organizations/${id}`, { mail_settings: null }))
    await buy(till, product.id, `on-${unique()}@example.com`)
    expect(await mailsOf(till, id, '&status=kept')).toHaveLength(1)
  })
})

describe('a refund notice', () => {
  const refund = (order: { id: string }, amount: number, fields: object = {}) =>
    till.owner.must(
      till.owner.post('/v1/refunds/', { order_id: order.id, amount, reason: 'customer_request', ...fields }),
    )

  it('tells the amount, the order and the reason, and not the seller’s comment', async () => {
    const order = await buy(till, shop.product.id, `back-${unique()}@example.com`)
    const made = await refund(order, 700, { comment: 'a difficult customer' })
    const mails = await mailsOf(till, shop.organization.id, '&kind=refund_notice')
    const own = mails.filter((mail) => mail.object_id === made.id)
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ status: 'kept', to: order.customer.email, kind: 'refund_notice' })
    expect(own[0].text).toContain('$7.00')
    expect(own[0].subject).toBe(`[Test] Your refund from ${shop.organization.name}`)
    expect(own[0].text).toContain('Reason: As you asked')
    expect(own[0].text).toContain('No money was moved')
    expect(own[0].text).not.toContain('on its way back')
    expect(own[0].text).toContain(order.id)
    expect(own[0].text + own[0].html).not.toContain('difficult')
  })

  it('leaves a reason out that tells the buyer nothing', async () => {
    const order = await buy(till, shop.product.id, `other-${unique()}@example.com`)
    const made = [await refund(order, 100, { reason: 'other' }), await refund(order, 100, { reason: 'fraudulent' })]
    const mails = await mailsOf(till, shop.organization.id, '&kind=refund_notice')
    for (const { id } of made) expect(mails.find((mail) => mail.object_id === id).text).not.toContain('Reason')
  })

  it('says for real money that it is on its way', async () => {
    const order = await buy(till, shop.product.id, `real-${unique()}@example.com`)
    const { id } = await refund(order, 100)
    await till.sql`update orders set payments_mode = 'live' where id = ${order.id}`
    const ask = { organization_id: shop.organization.id, kind: 'refund_notice', object_id: id }
    const { subject, text } = await till.owner.must(till.owner.post('/v1/mailbox/preview', ask))
    await till.sql`update orders set payments_mode = 'sandbox' where id = ${order.id}`
    expect(subject).toBe(`Your refund from ${shop.organization.name}`)
    expect(text).toContain('Your money is on its way back')
    expect(text).not.toMatch(/test/i)
  })

  it('comes for each of several parts', async () => {
    const order = await buy(till, shop.product.id, `parts-${unique()}@example.com`)
    const made = [await refund(order, 100), await refund(order, 200)].map(({ id }) => id)
    const mails = await mailsOf(till, shop.organization.id, '&kind=refund_notice')
    const told = mails.map((mail) => mail.object_id).filter((id) => made.includes(id))
    expect(told.sort()).toEqual(made.sort())
  })
})
