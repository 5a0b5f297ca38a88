import { describe, expect, it } from 'vitest'
import { exampleCheckout } from '../test/example.ts'
import { frameAround, originOf } from './frame.ts'

/** A window in a frame of another, which notes what it is told. */
function framed() {
  const told: { message: unknown; origin: string }[] = []
  const parent = { postMessage: (message: unknown, origin: string) => told.push({ message, origin }) }
  return { told, frame: frameAround({ parent } as unknown as Window) }
}

describe('frameAround', () => {
  it('tells the one origin that the seller has named', () => {
    const { told, frame } = framed()
    expect(frame.isFramed).toBe(true)
    frame.tell({ type: 'till:ready' }, 'https://shop.example.com')
    expect(told).toEqual([{ message: { type: 'till:ready' }, origin: 'https://shop.example.com' }])
  })

  it('tells nobody where none was named: a site that frames the page hears nothing', () => {
    const { told, frame } = framed()
    frame.tell({ type: 'till:success', checkout_id: 'c1', success_url: null }, null)
    expect(told).toEqual([])
  })

  it('tells nobody where it stands alone', () => {
    const told: unknown[] = []
    const alone = { postMessage: (message: unknown) => told.push(message) } as unknown as Window & { parent: Window }
    alone.parent = alone
    const frame = frameAround(alone)
    frame.tell({ type: 'till:close' }, 'https://shop.example.com')
    expect(frame.isFramed).toBe(false)
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
