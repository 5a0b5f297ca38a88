import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirm, makeCheckout } from '../../../../test/support/checkout-factories.ts'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { makeProduct } from '../../../../test/support/product-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { stopWithCleanBooks } from '../../../../test/support/verify.ts'

let till: TestTill
let productId: string
beforeAll(async () => {
  till = await startTill({ payments: { isSandboxInline: false, sandboxDelays: { late: 1500, dispute: 200 } } })
  productId = (await makeProduct(till, (await makeOrganization(till)).id)).id
})
afterAll(() => stopWithCleanBooks(till))

async function send(outcome: string): Promise<Reply['body']> {
  const checkout = await makeCheckout(till, { product_id: productId, customer_email: `sent-${unique()}@example.com` })
  const token = { confirmation_token_id: `ctoken_test_${outcome}` }
  return { ...(await till.anonymous.must(confirm(till.anonymous, checkout, token))), id: checkout.id }
}

const statusOf = async ({ id }: { id: string }) => (await till.owner.get(`/v1/checkouts/custom/${id}`)).body.status

async function expectNotOpen(checkout: { id: string; client_secret: string }): Promise<void> {
  const replies = [
    await confirm(till.anonymous, checkout),
    await till.anonymous.patch(`/v1/checkouts/custom/client/${checkout.client_secret}`, { customer_name: 'Ada' }),
    await till.owner.patch(`/v1/checkouts/custom/${checkout.id}`, { metadata: { a: 1 } }),
  ]
  expect(replies.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([403, 'NotOpenCheckout']))
}

it('403: confirm and changes of one that is being paid', async () => {
  const checkout = await send('authentication_required')
  expect(await statusOf(checkout)).toBe('confirmed')
  await expectNotOpen(checkout)
})

it('403: confirm and changes of one that has failed, because its customer was deleted while it was being paid', async () => {
  const checkout = await send('late')
  await till.owner.must(till.owner.delete(`/v1/customers/${checkout.customer_id}`))
  await expect.poll(() => statusOf(checkout), { timeout: 15_000 }).toBe('failed')
  await expectNotOpen(checkout)
  const isBack = () => till.sql`select from payments where checkout_id = ${checkout.id} and refunded_amount = amount`
  await expect.poll(isBack, { timeout: 15_000 }).toHaveLength(1)
})
