import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { allow } from '../support/allow.ts'
import { makeOrganization } from '../support/factories.ts'
import { mailsSettled } from '../support/mails.ts'
import { invite } from '../support/member-factories.ts'
import { makeProduct } from '../support/product-factories.ts'
import { behave, Receiver } from '../support/receiver.ts'
import { startTill, type TestTill, tillForThisTest } from '../support/till.ts'
import { makeEndpoint } from '../support/webhook-factories.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

describe('for those who watch the process', () => {
  it('/healthz and /readyz need no token', async () => {
    expect(await till.anonymous.get('/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } })
    expect(await till.anonymous.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('/metrics counts answers by pattern, never by address', async () => {
    await till.owner.get('/v1/organizations/')
    await till.owner.get('/v1/organizations/0197a6f0-0000-7000-8000-00000000abcd')
    await till.anonymous.get('/v1/no/such/address/till_cs_secret')
    const { status, body, headers } = await till.anonymous.get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/plain')
    expect(body).toMatch(
      /till_http_request_duration_seconds_count\{route="\/v1\/organizations\/",method="GET",status="200"\} 1\n/,
    )
    expect(body).toMatch(
      /till_http_request_duration_seconds_count\{route="\/v1\/organizations\/:id",method="GET",status="404"\} 1\n/,
    )
    expect(body).toContain('process_resident_memory_bytes')
    expect(body).not.toContain('00000000abcd')
    expect(body).not.toContain('till_cs_secret')
  })

  it('/metrics tells what waits and what became of it: mails, webhooks, events', async () => {
    const { id } = await makeOrganization(till, { email: 'us@example.com' })
    await invite(till, id)
    await mailsSettled(till)
    const { body } = await till.anonymous.get('/metrics')
    for (const line of [
      'till_mails{status="waiting"} 0',
      'till_mails{status="failed"} 0',
      'till_webhook_deliveries{status="waiting"} 0',
      'till_events{status="waiting"} 0',
      'till_mail_tries_total{outcome="kept"} 1',
    ]) {
      expect(body).toContain(`${line}\n`)
    }
  })

  it('/metrics tells of webhooks that nobody takes', async () => {
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    const own = await tillForThisTest({ webhookAllow: allow('127.0.0.1') })
    const { id } = await makeOrganization(own)
    receiver.at('/hook', behave.answer(500))
    await makeEndpoint(own, id, { url: receiver.url('/hook') })
    await makeProduct(own, id)
    const figures = async () => (await own.anonymous.get('/metrics')).body
    await expect.poll(figures, { timeout: 15_000 }).toContain('till_webhook_attempts_total{outcome="postponed"} 1\n')
    await expect.poll(figures, { timeout: 15_000 }).toContain('till_webhook_deliveries{status="waiting"} 1\n')
  })
})
