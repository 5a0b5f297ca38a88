import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import { unique } from '../../../../test/support/factories.ts'
import { forgotten, whoMentions } from '../../../../test/support/forgotten.ts'
import { codeIn, mailsOf, mailsSettled, rowsOf } from '../../../../test/support/mails.ts'
import { openShop, type Shop } from '../../../../test/support/shop.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'
import { SecretBox } from '../../../kernel/secrets.ts'

const PATH = '/v1/customer-portal/customer-session'
const box = new SecretBox('a secret key for these tests, and for nothing else')

let till: TestTill
let shop: Shop
beforeAll(async () => {
  till = await startTill({ box })
  shop = await openShop(till)
})
afterAll(() => stopWithCleanBooks(till))

it('a deleted customer’s mails say neither where they went nor what, and codes are of no use any more', async () => {
  const email = `forget-${unique()}@example.com`
  const order = await buy(till, shop.product.id, email)
  const organization_id = shop.organization.id
  await till.owner.must(till.owner.post('/v1/refunds/', { order_id: order.id, amount: 1, reason: 'other' }))
  const key = { 'idempotency-key': `forget-${unique()}` }
  const ask = () => till.anonymous.must(till.anonymous.post(`${PATH}/request`, { organization_id, email }, key))
  await ask()
  const [mail] = await mailsOf(till, organization_id, `&kind=sign_in_code&to=${email}`)
  const code = codeIn(mail.text)

  expect((await till.owner.delete(`/v1/customers/${order.customer_id}`)).status).toBe(204)
  expect((await till.anonymous.post(`${PATH}/authenticate`, { organization_id, email, code })).status).toBe(403)
  await forgotten(till, order.customer_id)
  await mailsSettled(till)
  expect(await whoMentions(till, email, box)).toEqual([])
  const rows = (await rowsOf(till, organization_id)).filter(({ recipientId }) => recipientId === order.customer_id)
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['order_receipt', 'refund_notice'])
  for (const row of rows)
    expect(row).toMatchObject({ body: null, secret: null, toAddress: expect.stringMatching(/invalid$/) })
  const shown = await mailsOf(till, organization_id, '&kind=refund_notice')
  expect(shown[0]).toMatchObject({ status: 'kept', text: null, html: null })
})

it('a code that never reached a deleted customer is gone too', async () => {
  const email = `unreached-${unique()}@example.com`
  const order = await buy(till, shop.product.id, email)
  const organization_id = shop.organization.id
  await till.anonymous.must(till.anonymous.post(`${PATH}/request`, { organization_id, email }))
  await mailsSettled(till)
  // As a server leaves it that does not take the mail.
  await till.sql`
    update mails set status = 'failed', sent_at = null, body = null, recipient_id = null
    where kind = 'sign_in_code' and to_address = ${email}`
  expect((await till.owner.delete(`/v1/customers/${order.customer_id}`)).status).toBe(204)
  await forgotten(till, order.customer_id)
  expect(await whoMentions(till, email, box)).toEqual([])
})

it('who signed in with a key is forgotten with the answer', async () => {
  const email = `signed-${unique()}@example.com`
  const order = await buy(till, shop.product.id, email)
  const organization_id = shop.organization.id
  await till.anonymous.must(till.anonymous.post(`${PATH}/request`, { organization_id, email }))
  const [mail] = await mailsOf(till, organization_id, `&kind=sign_in_code&to=${email}`)
  const body = { organization_id, email, code: codeIn(mail.text) }
  const key = { 'idempotency-key': `signed-${unique()}` }
  const { token } = await till.anonymous.must(till.anonymous.post(`${PATH}/authenticate`, body, key))
  expect((await till.as(token).get('/v1/customer-portal/customers/me')).status).toBe(200)

  expect((await till.owner.delete(`/v1/customers/${order.customer_id}`)).status).toBe(204)
  await forgotten(till, order.customer_id)
  expect((await till.as(token).get('/v1/customer-portal/customers/me')).status).toBe(401)
  expect(await whoMentions(till, email, box)).toEqual([])
  expect((await till.anonymous.post(`${PATH}/authenticate`, body, key)).status).toBe(403)
})
