import { describe, expect, it } from 'vitest'
import { exampleCheckout } from '../test/example.ts'
import { frameAround, originOf } from './frame.ts'

const SHOP = 'https://shop.example.com'
const READY = { type: 'till:ready', title: 'Checkout' } as const

/** A window in a frame of another, which notes what it is told. */
function framed(query: Record<string, string> = {}) {
  const told: { message: unknown; origin: string }[] = []
  const parent = { postMessage: (message: unknown, origin: string) => told.push({ message, origin }) }
  return { told, frame: frameAround({ parent } as unknown as Window, new URLSearchParams(query)) }
}

describe('frameAround', () => {
  it('tells the one origin that the seller has named, whatever the address says', () => {
    const { told, frame } = framed({ embed_origin: 'https://evil.example.com' })
    expect(frame.isFramed).toBe(true)
    frame.tell(READY, SHOP)
    expect(told).toEqual([{ message: READY, origin: SHOP }])
  })

  it('before it is known, tells the site that shows the page that it is there, and nothing of a purchase', () => {
    const { told, frame } = framed({ embed_origin: `${SHOP}/path` })
    frame.tell(READY, null)
    frame.tell({ type: 'till:success', checkout_id: 'c1', success_url: null }, null)
    expect(told).toEqual([{ message: READY, origin: SHOP }])
  })

  it.each([{}, { embed_origin: '*' }, { embed_origin: '' }])('tells nobody where none was named: %j', (query) => {
    const { told, frame } = framed(query as Record<string, string>)
    frame.tell(READY, null)
    frame.tell({ type: 'till:success', checkout_id: 'c1', success_url: null }, null)
    expect(told).toEqual([])
  })

  it('knows whether it lies over a page', () => {
    expect(framed({ embed: 'overlay' }).frame.isOverlay).toBe(true)
    expect(framed({ embed: 'inline' }).frame.isOverlay).toBe(false)
    expect(framed().frame.isOverlay).toBe(false)
  })

  it('tells nobody where it stands alone', () => {
    const told: unknown[] = []
    const alone = { postMessage: (message: unknown) => told.push(message) } as unknown as Window & { parent: Window }
    alone.parent = alone
    const frame = frameAround(alone, new URLSearchParams({ embed: 'overlay', embed_origin: SHOP }))
    frame.tell({ type: 'till:close' }, SHOP)
    expect(frame.isFramed).toBe(false)
    expect(frame.isOverlay).toBe(false)
    expect(told).toEqual([])
  })
})

describe('originOf', () => {
  const of = (embed_origin: string | null) =>
    originOf({ at: 'failed', restart: 'no', checkout: exampleCheckout({ embed_origin }) })

  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['https://shop.example.com:8443/a?b#c', 'https://shop.example.com:8443'],
    ['https://SHOP.example.com:443', 'https://shop.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('%s: %s', (named, origin) => {
    expect(of(named)).toBe(origin)
  })

  it.each([null, '', '*', 'shop.example.com'])('%j is none', (named) => {
    expect(of(named)).toBeNull()
  })

  it('is known of a checkout that is over', () => {
    const body = { embed_origin: 'https://shop.example.com' }
    expect(originOf({ at: 'expired', body, restart: 'no' })).toBe('https://shop.example.com')
    expect(originOf({ at: 'expired', body: {}, restart: 'no' })).toBeNull()
  })

  it('is not known before a checkout is', () => {
    expect(originOf({ at: 'loading' })).toBeNull()
  })
})
