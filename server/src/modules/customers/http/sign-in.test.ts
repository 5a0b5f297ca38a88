import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomer } from '../../../../test/support/customer-factories.ts'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { codeIn, mailsOf, mailsSettled, rowsOf } from '../../../../test/support/mails.ts'
import { startTill, type TestTill, tillForThisTest } from '../../../../test/support/till.ts'
import { DEFAULT_LIMITS } from '../../../platform/http/rate-limit.ts'

const PATH = '/v1/customer-portal/customer-session'

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const newCustomer = (fields: object = {}) =>
  makeCustomer(till, organizationId, { email: `Buyer-${unique()}@example.com`, ...fields })

const request = (email: string, fields: object = {}, headers = {}) =>
  till.anonymous.post(`${PATH}/request`, { organization_id: organizationId, email, ...fields }, headers)

const authenticate = (email: string, code: string, headers = {}) =>
  till.anonymous.post(`${PATH}/authenticate`, { organization_id: organizationId, email, code }, headers)

/** The codes that were mailed to this address, the newest first. */
async function codesOf(email: string): Promise<string[]> {
  const mails = await mailsOf(till, organizationId, `&kind=sign_in_code&to=${encodeURIComponent(email)}`)
  return mails.map((mail) => codeIn(mail.text))
}

async function codeFor(email: string): Promise<string> {
  expect((await request(email)).status).toBe(202)
  return (await codesOf(email))[0] ?? ''
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const WRONG = { status: 403, body: { error: 'NotPermitted', code: 'sign_in_code_invalid' } }

describe('POST /v1/customer-portal/customer-session/request', () => {
  it('202: a code of six digits, by mail, to the address as the seller knows it', async () => {
    const { id, email } = await newCustomer()
    const answer = await request(email.toUpperCase())
    expect(answer).toMatchObject({ status: 202, body: { detail: expect.any(String) } })
    const [mail] = await mailsOf(till, organizationId, `&kind=sign_in_code&to=${email}`)
    expect(mail).toMatchObject({ status: 'kept', to: email, subject: expect.not.stringMatching(/\d{6}/) })
    expect(codeIn(mail.text)).toMatch(/^\d{6}$/)
    expect(mail.html).toContain(codeIn(mail.text))
    const [row] = await till.sql<{ recipientId: string }[]>`select recipient_id from mails where id = ${mail.id}`
    expect(row?.recipientId).toBe(id)
  })

  it('202: the same answer for an address that is nobody’s, and no mail', async () => {
    const { email } = await newCustomer()
    const [known, unknown] = [await request(email), await request(`nobody-${unique()}@example.com`)]
    expect(unknown.body).toEqual(known.body)
    expect(unknown.status).toBe(known.status)
    await mailsSettled(till)
    const addresses = (await rowsOf(till, organizationId)).map(({ toAddress }) => toAddress)
    expect(addresses).toContain(email)
    expect(addresses.filter((address) => address.startsWith('nobody'))).toEqual([])
  })

  it('202: and no mail to a customer of another organization', async () => {
    const elsewhere = (await makeOrganization(till)).id
    const { email } = await makeCustomer(till, elsewhere, { email: `elsewhere-${unique()}@example.com` })
    await request(email)
    expect(await codesOf(email)).toEqual([])
  })

  it('202: no code is in the tables, and no event tells of one', async () => {
    const { email } = await newCustomer()
    const code = await codeFor(email)
    const [{ text } = { text: '' }] = await till.sql<{ text: string }[]>`
      select (select string_agg(m::text, ' ') from mails m where m.to_address = ${email})
        || (select string_agg(c::text, ' ') from sign_in_codes c where c.email = lower(${email})) as text`
    // As a word of its own: six digits stand in many a hash.
    expect(text).not.toMatch(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`))
    expect(await till.sql`select from events where data::text like ${`%"${code}"%`}`).toHaveLength(0)
  })

  it('202: five codes in an hour, and then none until the hour is over', async () => {
    const { email } = await newCustomer()
    for (let n = 0; n < 5; n += 1) await request(email)
    await mailsSettled(till)
    const [last] = await codesOf(email)
    expect((await request(email)).status).toBe(202)
    expect((await codesOf(email))[0]).toBe(last)
    await till.sql`
      update sign_in_codes set codes_start = codes_start - interval '61 minutes' where email = lower(${email})`
    await request(email)
    expect((await codesOf(email))[0]).not.toBe(last)
  })

  it('202: the same Idempotency-Key sends one mail', async () => {
    const { email } = await newCustomer()
    const key = { 'idempotency-key': `code-${unique()}` }
    await request(email, {}, key)
    const again = await request(email, {}, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await codesOf(email)).toHaveLength(1)
  })

  it.each([
    ['organization_id', { organization_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6' }],
    ['organization_id', { organization_id: 'x' }],
    ['email', { email: 'nobody' }],
  ])('422: %s', async (field, fields) => {
    const { status, body } = await request('ada@example.com', fields)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', field])
  })

  it('429: an address that asks too often', async () => {
    const strict = await tillForThisTest({ rateLimits: { ...DEFAULT_LIMITS, confirm: { points: 2, seconds: 60 } } })
    const { id } = await makeOrganization(strict)
    const ask = () => strict.anonymous.post(`${PATH}/request`, { organization_id: id, email: 'ada@example.com' })
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([202, 202, 429])
  })
})

describe('POST /v1/customer-portal/customer-session/authenticate', () => {
  it('200: a session that reaches everything of the customer, who counts as verified from then on', async () => {
    const { id, email } = await newCustomer()
    const { status, body } = await authenticate(email.toLowerCase(), await codeFor(email))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token: expect.stringMatching(/^till_cst_/),
      customer_id: id,
      customer: { id, email, email_verified: true },
      customer_portal_url: 'http://till.example.com/portal',
    })
    const ends = Date.parse(body.expires_at) - Date.now()
    expect(ends).toBeGreaterThan(3_500_000)
    expect(ends).toBeLessThanOrEqual(3_600_000)
    const me = await till.as(body.token).get('/v1/customer-portal/customers/me')
    expect([me.status, me.body.id]).toEqual([200, id])
    const told = await till.sql`select from events where object_id = ${id} and type = 'customer.updated'`
    expect(told).toHaveLength(1)
  })

  it('200: the same Idempotency-Key answers the same session', async () => {
    const { email } = await newCustomer()
    const code = await codeFor(email)
    const key = { 'idempotency-key': `sign-in-${unique()}` }
    const [first, second] = [await authenticate(email, code, key), await authenticate(email, code, key)]
    expect(second.status).toBe(200)
    expect(second.body.token).toBe(first.body.token)
  })

  it('200: a key that came with a wrong code can come again with the right one', async () => {
    const { email } = await newCustomer()
    const code = await codeFor(email)
    const key = { 'idempotency-key': `typo-${unique()}` }
    expect(await authenticate(email, other(code), key)).toMatchObject(WRONG)
    expect((await authenticate(email, code, key)).status).toBe(200)
  })

  it('403: a code works once', async () => {
    const { email } = await newCustomer()
    const code = await codeFor(email)
    expect((await authenticate(email, code)).status).toBe(200)
    expect(await authenticate(email, code)).toMatchObject(WRONG)
  })

  it('403: the newest code only', async () => {
    const { email } = await newCustomer()
    const first = await codeFor(email)
    const second = await codeFor(email)
    if (first !== second) expect(await authenticate(email, first)).toMatchObject(WRONG)
    expect((await authenticate(email, second)).status).toBe(200)
  })

  it('403: the right code after five wrong ones', async () => {
    const { email } = await newCustomer()
    const code = await codeFor(email)
    for (let n = 0; n < 5; n += 1) expect(await authenticate(email, other(code))).toMatchObject(WRONG)
    expect(await authenticate(email, code)).toMatchObject(WRONG)
  })

  it('403: after ten minutes', async () => {
    const { email } = await newCustomer()
    const code = await codeFor(email)
    await till.sql`update sign_in_codes set expires_at = now() where email = lower(${email})`
    expect(await authenticate(email, code)).toMatchObject(WRONG)
  })

  it('403: the code of somebody else, of another organization, and of nobody', async () => {
    const [ada, bob] = [await newCustomer(), await newCustomer()]
    const code = await codeFor(ada.email)
    await codeFor(bob.email)
    expect(await authenticate(bob.email, code)).toMatchObject(WRONG)
    expect(await authenticate(`nobody-${unique()}@example.com`, code)).toMatchObject(WRONG)
    const elsewhere = (await makeOrganization(till)).id
    const body = { organization_id: elsewhere, email: ada.email, code }
    expect(await till.anonymous.post(`${PATH}/authenticate`, body)).toMatchObject(WRONG)
  })

  it.each([
    ['five digits', '12345'],
    ['letters', 'abcdef'],
    ['a number', 123_456],
  ])('422: %s, and the answer does not repeat them', async (_, code) => {
    const { status, body } = await authenticate('ada@example.com', code as string)
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'code']])
    expect(JSON.stringify(body)).not.toContain(String(code))
  })
})
