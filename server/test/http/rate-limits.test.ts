import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/platform/http/rate-limit.ts'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { type TestTill, tillForThisTest } from '../support/till.ts'

const SMALL = {
  default: { points: 5, seconds: 60 },
  confirm: { points: 2, seconds: 60 },
  license_keys: { points: 3, seconds: 60 },
}

const list = (till: TestTill, token: string) => till.as(token).get('/v1/organizations/')
const validate = (till: TestTill) => till.anonymous.post('/v1/customer-portal/license-keys/validate', {})
const confirm = (till: TestTill) => till.anonymous.post('/v1/checkouts/custom/client/till_cs_nothing/confirm', {})

async function statuses(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = []
  for (let index = 0; index < times; index += 1) seen.push((await ask()).status)
  return seen
}

describe('rate limits', () => {
  it('every answer says what is left', async () => {
    const till = await tillForThisTest({ rateLimits: SMALL })
    const first = await list(till, till.ownerToken)
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    expect(first.headers.get('ratelimit')).toBe('"default";r=4;t=60')
    const second = await list(till, till.ownerToken)
    expect(second.headers.get('ratelimit')).toMatch(/^"default";r=3;t=(?:59|60)$/)
  })

  it('429: with a body, and with the time to wait', async () => {
    const till = await tillForThisTest({ rateLimits: SMALL })
    expect(await statuses(5, () => list(till, till.ownerToken))).toEqual(Array(5).fill(200))
    const { status, body, headers } = await list(till, till.ownerToken)
    expect(status).toBe(429)
    expect(body).toMatchObject({ error: 'TooManyRequests', code: 'too_many_requests', detail: expect.any(String) })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
    expect(headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
  })

  it('a budget is full again after its time', async () => {
    const till = await tillForThisTest({ rateLimits: { ...SMALL, default: { points: 1, seconds: 1 } } })
    expect(await statuses(2, () => list(till, till.ownerToken))).toEqual([200, 429])
    await expect
      .poll(async () => (await list(till, till.ownerToken)).status, { interval: 250, timeout: 5000 })
      .toBe(200)
  })

  it('each token has a budget of its own', async () => {
    const till = await tillForThisTest({ rateLimits: SMALL })
    const token = await makeToken(till, (await makeOrganization(till)).id)
    expect(await statuses(4, () => list(till, till.ownerToken))).toEqual([200, 200, 200, 429])
    expect(await statuses(6, () => list(till, token))).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('confirm and the public license-key calls have budgets of their own', async () => {
    const till = await tillForThisTest({ rateLimits: SMALL })
    expect(await statuses(3, () => confirm(till))).toEqual([404, 404, 429])
    expect(await statuses(4, () => validate(till))).toEqual([422, 422, 422, 429])
    expect((await validate(till)).headers.get('ratelimit-policy')).toBe('"license_keys";q=3;w=60')
    expect((await confirm(till)).headers.get('ratelimit-policy')).toBe('"confirm";q=2;w=60')
    expect((await list(till, till.ownerToken)).status).toBe(200)
  })

  it('guessing tokens uses up the budget of the address, not of the owner', async () => {
    const till = await tillForThisTest({ rateLimits: SMALL })
    expect(await statuses(6, () => list(till, 'x'.repeat(40)))).toEqual([401, 401, 401, 401, 401, 429])
    expect((await list(till, till.ownerToken)).status).toBe(200)
  })

  it('pages for those who watch the process have no limit', async () => {
    const till = await tillForThisTest({ rateLimits: SMALL })
    expect(new Set(await statuses(20, () => till.anonymous.get('/healthz')))).toEqual(new Set([200]))
  })

  it('switched off: no headers', async () => {
    const till = await tillForThisTest({ rateLimits: null })
    const { headers } = await list(till, till.ownerToken)
    expect(headers.get('ratelimit')).toBeNull()
    expect(headers.get('ratelimit-policy')).toBeNull()
  })

  it('the usual budgets are enough for a shop', () => {
    expect(DEFAULT_LIMITS.default.points / DEFAULT_LIMITS.default.seconds).toBeGreaterThanOrEqual(10)
  })
})
