import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTill, type TestTill } from '../support/till.ts'

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
})
