import { describe, expect, it } from 'vitest'
import { exampleProduct } from '../../test/example.ts'
import { LOST, late, openPage, scenes, serverWith } from '../../test/page.ts'
import { AWAY, ok, refused } from '../../test/screens.ts'
import { sessionFor } from './session.ts'

const here = scenes()

describe('a purchase', () => {
  it('goes from the form to the keys, each step once', async () => {
    const server = serverWith({ reads: [here.open(), here.succeeded()], confirms: [here.answer()] })
    const { pay, settled, screens, done, screen } = openPage(server.api)
    await settled()
    pay()
    await settled()
    expect(server.asked).toEqual(['read', 'confirm', 'read', 'keys', 'orders'])
    expect(screens).toEqual(['editing', 'confirming', 'paid'])
    expect(done).toEqual([`finish ${here.checkout.id}`])
    expect(screen()).toMatchObject({ keys: { kind: 'shown' } })
  })

  it('shows keys, files, notes and the order, each from its own place', async () => {
    const benefits = ['license_keys', 'downloadables', 'custom'].map((type) => ({ id: type, type, description: type }))
    here.checkout = { ...here.checkout, product: exampleProduct({ benefits }) }
    const server = serverWith({ reads: [here.open(), here.succeeded()], confirms: [here.answer()] })
    const { pay, settled, screen } = openPage(server.api)
    await settled()
    pay()
    await settled()
    expect(server.asked.slice(-4)).toEqual(['keys', 'downloads', 'notes', 'orders'])
    const shown = { kind: 'shown' }
    expect(screen()).toMatchObject({ keys: shown, downloads: shown, notes: shown, order: shown })
  })

  it('fetches nothing that the product does not give', async () => {
    const benefits = [{ id: 'b3', type: 'downloadables', description: 'The plug-in' }]
    here.checkout = { ...here.checkout, product: exampleProduct({ benefits }) }
    const server = serverWith({ reads: [here.open(), here.succeeded()], confirms: [here.answer()] })
    const { pay, settled } = openPage(server.api)
    await settled()
    pay()
    await settled()
    expect(server.asked).toEqual(['read', 'confirm', 'read', 'downloads', 'orders'])
  })

  it('of another browser shows no keys, no notes and no number', async () => {
    const benefits = ['license_keys', 'custom'].map((type) => ({ id: type, type, description: type }))
    here.checkout = { ...here.checkout, product: exampleProduct({ benefits }) }
    const server = serverWith({ reads: [here.succeeded()] })
    const { settled, screen } = openPage(server.api)
    await settled()
    expect(server.asked).toEqual(['read'])
    const hidden = { kind: 'hidden' }
    expect(screen()).toMatchObject({ at: 'paid', keys: hidden, notes: hidden, order: hidden })
  })

  it('pressed twice is sent once', async () => {
    const server = serverWith({ reads: [here.open(), here.succeeded()], confirms: [here.answer()] })
    const { pay, settled, page } = openPage(server.api)
    await settled()
    pay()
    page.send({ is: 'submitted', now: new Date() })
    await settled()
    expect(server.keys).toHaveLength(1)
  })
})

describe('an answer that was lost', () => {
  it('is asked for under the same key until it is there, and brings the keys', async () => {
    const server = serverWith({ reads: [here.open(), here.succeeded()], confirms: [...LOST, AWAY, here.answer()] })
    const { pay, settled, screens, screen } = openPage(server.api)
    await settled()
    pay()
    await settled()
    expect(screens).toEqual(['editing', 'confirming', 'verifying', 'paid'])
    expect(new Set(server.keys).size).toBe(1)
    expect(server.keys).toHaveLength(6)
    expect(sessionFor(here.checkout.id)).toBe('till_cst_1')
    expect(screen()).toMatchObject({ keys: { kind: 'shown' } })
  })

  it('was a decline: the next attempt has a key of its own', async () => {
    const declined = refused(400, { error: 'PaymentError', code: 'card_declined' })
    const server = serverWith({ reads: [here.open()], confirms: [...LOST, declined] })
    const { pay, settled, screen } = openPage(server.api)
    await settled()
    pay({ name: 'Ada' })
    await settled()
    expect(screen()).toMatchObject({ at: 'editing', draft: { name: 'Ada', number: '4242 4242 4242 4242' } })
    pay()
    await settled()
    expect(new Set(server.keys).size).toBe(2)
  })

  it('is asked for when the network is back, and then again after a while', async () => {
    const server = serverWith({ reads: [here.open()], confirms: [] })
    const { pay, soon, page } = openPage(server.api)
    await soon()
    pay()
    await soon(6000)
    expect(server.keys).toHaveLength(4)
    page.send({ is: 'online', isOnline: true })
    await soon()
    expect(server.keys).toHaveLength(5)
    await soon(2900)
    expect(server.keys).toHaveLength(5)
    await soon(100)
    expect(server.keys).toHaveLength(6)
  })

  it('is asked for once at a time, however often the network comes back', async () => {
    const slow = late(here.answer())
    const server = serverWith({ reads: [here.open(), here.succeeded()], confirms: [...LOST, slow.promise] })
    const { pay, soon, settled, page } = openPage(server.api)
    await soon()
    pay()
    await soon(5000)
    for (const isOnline of [false, true, false, true]) {
      page.send({ is: 'online', isOnline })
      await soon()
    }
    expect(server.keys).toHaveLength(5)
    slow.come()
    await settled()
    expect(server.asked.filter((what) => what === 'read')).toHaveLength(2)
  })
})

describe('what was typed', () => {
  it('is there after a reload, but for the card, and gone after a purchase', async () => {
    const server = serverWith({ reads: [here.open(), here.open(), here.succeeded()], confirms: [here.answer()] })
    const before = openPage(server.api)
    await before.settled()
    before.type({ email: 'ada@example.com', number: '4242' })
    const reloaded = openPage(server.api)
    await reloaded.settled()
    expect(reloaded.screen()).toMatchObject({ draft: { email: 'ada@example.com', number: '', country: 'DE' } })
    reloaded.pay()
    await reloaded.settled()
    const held = sessionStorage.getItem('till.draft.till_cs_1')
    expect(held).toBeNull()
  })

  it('comes along when a checkout that is over is started again', async () => {
    const fresh = { url: 'https://till.example.com/checkout/till_cs_2', client_secret: 'till_cs_2' }
    const server = serverWith({ reads: [here.open(), refused(410), here.open()], restart: ok(fresh) })
    const { settled, type, page, done } = openPage(server.api)
    await settled()
    type({ name: 'Ada' })
    page.send({ is: 'seen' })
    await settled()
    page.send({ is: 'restart_asked' })
    await settled()
    expect(done).toEqual(['open till_cs_2'])
    const next = openPage(server.api, { clientSecret: 'till_cs_2' })
    await next.settled()
    expect(next.screen()).toMatchObject({ draft: { name: 'Ada' } })
  })
})
