import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiFor } from './api.ts'

interface Sent {
  readonly url: string
  readonly options: { readonly headers: Record<string, string>; readonly body: string }
}

const sent: Sent[] = []
function answering(status: number, text: string): void {
  vi.stubGlobal('fetch', async (url: string, options: Sent['options']) => {
    sent.push({ url, options })
    return new Response(text, { status })
  })
}
afterEach(() => {
  vi.unstubAllGlobals()
  sent.length = 0
})

const api = apiFor('/shop', 'till_inv_1')

describe('what is sent', () => {
  it('holds the token in bodies, never in an address', async () => {
    answering(200, '{}')
    await api.preview()
    await api.accept({ name: '', ownToken: '' }, 'key')
    expect(sent.map(({ url }) => url)).toEqual(['/shop/v1/invitations/preview', '/shop/v1/invitations/accept'])
    expect(sent.map(({ options }) => JSON.parse(options.body))).toEqual([
      { token: 'till_inv_1' },
      { token: 'till_inv_1' },
    ])
    expect(sent[1]?.options.headers).toMatchObject({ 'idempotency-key': 'key' })
    expect(sent[1]?.options.headers).not.toHaveProperty('authorization')
  })

  it('holds a name and a token that were given', async () => {
    answering(200, '{}')
    await api.accept({ name: 'Grace', ownToken: 'till_pat_1' }, 'key')
    expect(JSON.parse(sent[0]?.options.body ?? '')).toEqual({ token: 'till_inv_1', name: 'Grace' })
    expect(sent[0]?.options.headers.authorization).toBe('Bearer till_pat_1')
  })
})

describe('an answer', () => {
  it('is a success or a refusal', async () => {
    answering(200, '{"role":"admin"}')
    expect(await api.preview()).toEqual({ kind: 'ok', body: { role: 'admin' } })
    answering(403, '{"code":"invitation_expired"}')
    expect(await api.preview()).toEqual({ kind: 'refused', status: 403, body: { code: 'invitation_expired' } })
  })

  it.each([409, 429, 500, 503])('%i: asking again is right', async (status) => {
    answering(status, '{}')
    expect(await api.preview()).toEqual({ kind: 'unreachable' })
  })

  it('is missing when the network is away, or something else answers', async () => {
    answering(200, '<html>')
    expect(await api.preview()).toEqual({ kind: 'unreachable' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await api.preview()).toEqual({ kind: 'unreachable' })
  })
})
