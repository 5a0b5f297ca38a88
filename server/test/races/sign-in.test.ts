import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_TRIES } from '../../src/modules/customers/sign-in/rules.ts'
import { countTry, endCode } from '../../src/modules/customers/sign-in/store.ts'
import type { Tx } from '../../src/platform/postgres/transaction.ts'
import { atOnce, countBy } from '../support/at-once.ts'
import { makeCustomer } from '../support/customer-factories.ts'
import { makeOrganization, unique } from '../support/factories.ts'
import { codeIn, mailsOf } from '../support/mails.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'
import { waiting } from '../support/waiting.ts'

const PATH = '/v1/customer-portal/customer-session'

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till))

async function withCode() {
  const { email } = await makeCustomer(till, organizationId, { email: `racer-${unique()}@example.com` })
  await till.anonymous.must(till.anonymous.post(`${PATH}/request`, { organization_id: organizationId, email }))
  const [mail] = await mailsOf(till, organizationId, `&kind=sign_in_code&to=${email}`)
  const code = codeIn(mail.text)
  const attempt = (given: string) =>
    till.anonymous.post(`${PATH}/authenticate`, { organization_id: organizationId, email, code: given })
  return { email, code, attempt }
}

describe('50 at once', () => {
  it('with the right code: one gets in', async () => {
    const { code, attempt } = await withCode()
    const replies = await atOnce(50, () => attempt(code))
    expect(countBy(replies, ({ status }) => status)).toEqual({ 200: 1, 403: 49 })
  })

  it('with wrong codes: five count, and then the right one is dead too', async () => {
    const { email, code, attempt } = await withCode()
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const replies = await atOnce(50, () => attempt(wrong))
    expect(countBy(replies, ({ status }) => status)).toEqual({ 403: 50 })
    const [row] = await till.sql<{ tries: number }[]>`select tries from sign_in_codes where email = ${email}`
    expect(row?.tries).toBe(5)
    expect((await attempt(code)).status).toBe(403)
  })

  it('ask for a code: five are made', async () => {
    const { email } = await makeCustomer(till, organizationId, { email: `asker-${unique()}@example.com` })
    const ask = () => till.anonymous.post(`${PATH}/request`, { organization_id: organizationId, email })
    const replies = await atOnce(50, ask)
    expect(countBy(replies, ({ status }) => status)).toEqual({ 202: 50 })
    const [row] = await till.sql<{ codes: number; mailId: string }[]>`
      select codes, mail_id from sign_in_codes where email = ${email}`
    expect(row?.codes).toBe(5)
    // Those whose code was overtaken before they left are not sent at all.
    const mails = await mailsOf(till, organizationId, `&kind=sign_in_code&to=${email}`)
    expect(mails.length).toBeGreaterThanOrEqual(1)
    expect(mails.length).toBeLessThanOrEqual(5)
    const newest = codeIn(mails.find(({ id }) => id === row?.mailId)?.text)
    const body = { organization_id: organizationId, email, code: newest }
    expect((await till.anonymous.post(`${PATH}/authenticate`, body)).status).toBe(200)
  })
})

it('whoever looked at the clock before the code was used, and then waited for it, does not get in', async () => {
  const { email, code, attempt } = await withCode()
  const ask = { organizationId, email }
  let waiter: ReturnType<typeof attempt> | undefined
  await till.sql.begin(async (sql) => {
    const tx = { sql } as unknown as Tx
    await countTry(tx, ask, MOST_TRIES, new Date())
    waiter = attempt(code)
    await waiting(till, () => 1)
    await endCode(tx, ask, MOST_TRIES)
  })
  expect((await waiter)?.status).toBe(403)
})
