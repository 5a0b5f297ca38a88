import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiFor } from './api.ts'

const api = apiFor('https://till.example.com/shop', 'till_cs/1')
const CHECKOUT = 'https://till.example.com/shop/v1/checkouts/custom/client/till_cs%2F1'

interface Asked extends RequestInit {
  readonly url: string
}

let asked: Asked[] = []
const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, ...init })
    return new Response(body, { status })
  })

beforeEach(() => {
  asked = []
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a reply', () => {
  it('is an answer or a refusal', async () => {
    answering(200, '{"status":"open"}')
    expect(await api.checkout()).toEqual({ kind: 'ok', body: { status: 'open' } })
    answering(422, '{"detail":"No."}')
    expect(await api.change({})).toEqual({ kind: 'refused', status: 422, body: { detail: 'No.' } })
  })

  it.each([409, 500, 503])('%i: asking again is right', async (status) => {
    answering(status, '{}')
    expect(await api.confirm({}, 'key')).toEqual({ kind: 'unreachable' })
  })

  it('429: turned away, so nothing was done', async () => {
    answering(429, 'Too many requests')
    expect(await api.confirm({}, 'key')).toEqual({ kind: 'unreachable', isTurnedAway: true })
  })

  it('is missing when the network is away, or something else answers', async () => {
    answering(200, '<html>')
    expect(await api.checkout()).toEqual({ kind: 'unreachable' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await api.checkout()).toEqual({ kind: 'unreachable' })
  })

  it('is missing when the network swallows what is sent', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted())
    expect(await api.checkout()).toEqual({ kind: 'unreachable' })
    vi.restoreAllMocks()
  })
})

describe('a call', () => {
  beforeEach(() => answering(200, '{"items":[]}'))

  it.each([
    ['checkout', () => api.checkout(), 'GET', CHECKOUT, undefined],
    ['change', () => api.change({ amount: 300 }), 'PATCH', CHECKOUT, '{"amount":300}'],
    ['restart', () => api.restart(), 'POST', `${CHECKOUT}/restart`, '{}'],
    ['confirm', () => api.confirm({ a: 1 }, 'key-1'), 'POST', `${CHECKOUT}/confirm`, '{"a":1}'],
  ])('%s goes to its address below the path of a proxy', async (_, ask, method, url, body) => {
    await ask()
    expect(asked).toEqual([expect.objectContaining({ url, method, ...(body && { body }) })])
  })

  it('brings no cookies, and asks nobody’s memory', async () => {
    await api.checkout()
    expect(asked[0]).toMatchObject({ credentials: 'omit', cache: 'no-store' })
  })

  it('pays under the key that it was given', async () => {
    await api.confirm({}, 'key-1')
    expect(asked[0]?.headers).toMatchObject({ 'idempotency-key': 'key-1', 'content-type': 'application/json' })
  })

  it('shows the session in a header, never in an address', async () => {
    await api.licenseKeys('till_cst_1', ['b1', 'b2'])
    await api.downloads('till_cst_1', ['b3'])
    await api.notes('till_cst_1', 'c1')
    await api.orders('till_cst_1', 'p1')
    const portal = 'https://till.example.com/shop/v1/customer-portal'
    expect(asked.map(({ url }) => url)).toEqual([
      `${portal}/license-keys/?limit=100&sorting=-created_at&benefit_id=b1&benefit_id=b2`,
      `${portal}/downloadables/?limit=100&benefit_id=b3`,
      `${portal}/benefit-grants/?limit=100&type=custom&checkout_id=c1`,
      `${portal}/orders/?limit=10&product_id=p1`,
    ])
    for (const { headers } of asked) expect(headers).toMatchObject({ authorization: 'Bearer till_cst_1' })
  })

  it('sends a test card to the sandbox alone', async () => {
    const card = { number: '4242', exp_month: 12, exp_year: 2034, cvc: '123' }
    await api.testToken(card)
    expect(asked[0]?.url).toBe('https://till.example.com/shop/v1/sandbox/confirmation-tokens')
    expect(JSON.parse(String(asked[0]?.body))).toEqual({ card })
  })
})
