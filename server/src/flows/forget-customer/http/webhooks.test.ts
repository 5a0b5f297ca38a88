import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { forgotten } from '../../../../test/support/forgotten.ts'
import { behave, Receiver } from '../../../../test/support/receiver.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { deliveriesOf, makeEndpoint } from '../../../../test/support/webhook-factories.ts'
import { Allowed } from '../../../platform/outbound/allowed.ts'

let till: TestTill
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
  till = await startTill({ webhookAllow: Allowed.parse('127.0.0.1') as Allowed })
})
afterAll(async () => {
  await till.stop()
  await receiver.stop()
})

it('what receivers answered to events of a deleted customer is gone, and that they did is on record', async () => {
  const { id: shop } = await makeOrganization(till)
  receiver.at('/echo', behave.answer(200, { body: 'thanks for ada@example.com' }))
  const { id } = await makeEndpoint(till, shop, { url: receiver.url('/echo'), events: ['customer.created'] })
  const customer = await makeCustomer(till, shop, { email: 'ada@example.com' })
  await expect.poll(() => deliveriesOf(till, id)).toMatchObject([{ attempts: [{ http_code: 200 }] }])
  expect((await deliveriesOf(till, id))[0].attempts[0].answer).toContain('ada@example.com')
  await till.owner.must(till.owner.delete(`/v1/customers/${customer.id}`))
  await forgotten(till, customer.id)
  expect((await deliveriesOf(till, id))[0]).toMatchObject({
    status: 'succeeded',
    attempts: [{ http_code: 200, answer: null }],
  })
})
