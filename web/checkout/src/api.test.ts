import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiFor } from './api.ts'

const api = apiFor('https://till.example.com', 'till_cs_1')
const answering = (status: number, body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status }))

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
})
