import { describe, expect, it } from 'vitest'
import { exampleDiscount } from '../../test/example.ts'
import { LOST, late, openPage, scenes, serverWith } from '../../test/page.ts'
import { AWAY, ok, refused } from '../../test/screens.ts'
import type { Checkout } from '../api/shapes.ts'

const here = scenes()

describe('looking at the checkout', () => {
  it('goes on by itself until there is an answer', async () => {
    const server = serverWith({ reads: [AWAY, AWAY, here.open()] })
    const { settled, screens } = openPage(server.api)
    await settled()
    expect(screens).toEqual(['unreachable', 'editing'])
  })

  it('that was overtaken by a change shows nothing old', async () => {
    const slow = late(here.open())
    const discounted = { ...here.checkout, discount: exampleDiscount(), total_amount: 6320 }
    const server = serverWith({ reads: [here.open(), slow.promise], changes: [ok(discounted)] })
    const { settled, type, page, screen } = openPage(server.api)
    await settled()
    page.send({ is: 'seen' })
    await settled()
    type({ code: 'LAUNCH20' })
    page.send({ is: 'code_asked' })
    await settled()
    slow.come()
    await settled()
    expect(server.patches).toEqual([{ discount_code: 'LAUNCH20' }])
    expect(screen()).toMatchObject({ checkout: { total_amount: 6320 } })
  })

  it('that was overtaken by a later one shows nothing old', async () => {
    const slow = late(here.open())
    const server = serverWith({ reads: [here.confirmed(), slow.promise, here.confirmed(), here.succeeded()] })
    const { settled, soon, screens } = openPage(server.api)
    await soon(3000)
    here.streams.tell('checkout.updated')
    await soon()
    slow.come()
    await settled()
    expect(screens).toEqual(['verifying', 'paid'])
  })

  it('after a discount was refused says why for what it finds', async () => {
    const detail = [{ type: 'discount_ended', loc: ['body', 'discount_code'], msg: 'Ended' }]
    const before = ok({ ...here.checkout, discount: exampleDiscount(), total_amount: 6320 })
    const server = serverWith({ reads: [before, here.open()], confirms: [refused(422, { detail })] })
    const { pay, settled, screen, done } = openPage(server.api)
    await settled()
    pay()
    await settled()
    expect(screen()).toMatchObject({ checkout: { total_amount: 7900 }, problems: { fields: { code: {} } } })
    expect(done).toEqual(['focus code'])
  })
})

describe('a payment that takes its time', () => {
  it('is heard of by stream as soon as it is done', async () => {
    const server = serverWith({ reads: [here.open(), here.confirmed(), here.succeeded()], confirms: [here.answer()] })
    const { pay, soon, screen } = openPage(server.api)
    await soon()
    pay()
    await soon()
    expect(screen().at).toBe('verifying')
    expect(here.streams.count()).toBe(1)
    here.streams.tell('checkout.updated')
    await soon()
    expect(screen().at).toBe('paid')
    expect(here.streams.count()).toBe(0)
  })

  it('is looked at once in a while, also when the stream says something in between', async () => {
    const server = serverWith({ reads: [here.confirmed()] })
    const { soon } = openPage(server.api)
    await soon(2000)
    here.streams.tell('checkout.updated')
    await soon(2900)
    expect(server.asked).toHaveLength(2)
    await soon(100)
    expect(server.asked).toHaveLength(3)
  })

  it('is watched too when its answer was lost first, and by one stream alone', async () => {
    const server = serverWith({ reads: [here.open(), here.confirmed()], confirms: [...LOST, here.answer()] })
    const { pay, soon, screen } = openPage(server.api)
    await soon()
    pay()
    await soon(20_000)
    expect(screen()).toMatchObject({ at: 'verifying', lost: null })
    expect(here.streams.count()).toBe(1)
  })
})

describe('a question of the bank', () => {
  const asks = () => here.confirmed({ intent_status: 'requires_action', client_secret: 'pi_secret' })

  it('is asked by whoever takes the card, also of a page that was loaded anew', async () => {
    const asked: unknown[] = []
    const cardForm = () => ({
      tokenFor: async () => ok({ id: 'ctoken_1' }),
      answerChallenge: async (secret: string, { id }: Checkout) => void asked.push([secret, id]),
    })
    const server = serverWith({ reads: [asks(), asks(), here.succeeded()] })
    const { settled, screens } = openPage(server.api, { cardForm })
    await settled()
    expect(asked).toEqual([['pi_secret', here.checkout.id]])
    expect(screens).toEqual(['challenge', 'verifying', 'paid'])
  })

  it('is put again when the script that asks it could not be loaded', async () => {
    let tries = 0
    const answerChallenge = async () => {
      tries += 1
      if (tries < 3) throw new Error('No script')
    }
    const cardForm = () => ({ tokenFor: async () => AWAY, answerChallenge })
    const server = serverWith({ reads: [asks(), asks(), asks(), asks(), here.succeeded()] })
    const { settled, screen } = openPage(server.api, { cardForm })
    await settled()
    expect(tries).toBe(3)
    expect(screen().at).toBe('paid')
  })
})
