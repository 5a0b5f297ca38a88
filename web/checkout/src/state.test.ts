import { describe, expect, it } from 'vitest'
import { exampleCheckout } from '../test/example.ts'
import { generalProblem } from './problems.ts'
import type { Checkout } from './shapes.ts'
import {
  benefitsBesideGoods,
  goodsAfterReading,
  isBusy,
  type State,
  stateAfterReading,
  stateAfterSecondLook,
  stateOf,
  withBusy,
  withCheckout,
  withGoods,
  withNotice,
  withProblems,
} from './state.ts'

const form = stateOf(exampleCheckout())
const refused = (status: number) => ({ kind: 'refused', status, body: {} }) as const

describe('stateOf', () => {
  it.each([
    ['open', 'form'],
    ['confirmed', 'waiting'],
    ['succeeded', 'result'],
    ['expired', 'expired'],
    ['failed', 'failed'],
    ['something new', 'failed'],
  ])('%s: %s', (status, screen) => {
    expect(stateOf(exampleCheckout({ status })).screen).toBe(screen)
  })

  it('fetches files only where the product gives some', () => {
    const benefits = [{ id: 'b3', type: 'downloadables', description: 'The plug-in' }]
    const product = { ...exampleCheckout().product, benefits }
    const given = stateOf(exampleCheckout({ status: 'succeeded', product }))
    expect(given).toMatchObject({ keys: { kind: 'none' }, downloads: { kind: 'loading' } })
    expect(stateOf(exampleCheckout({ status: 'succeeded' }))).toMatchObject({ downloads: { kind: 'none' } })
  })

  it('fetches keys only where the product gives some', () => {
    const product = { ...exampleCheckout().product, benefits: [] }
    expect(stateOf(exampleCheckout({ status: 'succeeded' }))).toMatchObject({ keys: { kind: 'loading' } })
    expect(stateOf(exampleCheckout({ status: 'succeeded', product }))).toMatchObject({ keys: { kind: 'none' } })
  })
})

describe('stateAfterReading', () => {
  it.each([
    [410, 'expired'],
    [404, 'missing'],
    [429, 'unreachable'],
  ])('%i: %s', (status, screen) => {
    expect(stateAfterReading(refused(status)).screen).toBe(screen)
  })

  it('a network that is away is no verdict on the checkout', () => {
    expect(stateAfterReading({ kind: 'unreachable' }).screen).toBe('unreachable')
  })
})

describe('stateAfterSecondLook', () => {
  const paying = withBusy(form, 'paying')
  const problems = ({ total_amount }: Checkout) => generalProblem(`It costs ${total_amount}.`)

  it('keeps the form while the checkout is open, with its new totals', () => {
    const state = stateAfterSecondLook(paying, stateOf(exampleCheckout({ total_amount: 1 })), problems)
    expect(state).toMatchObject({ screen: 'form', busy: 'no', checkout: { total_amount: 1 } })
    expect(state).toMatchObject({ problems: { general: 'It costs 1.' } })
  })

  it('keeps the form when the checkout cannot be read', () => {
    const state = stateAfterSecondLook(paying, { screen: 'unreachable' }, problems)
    expect(state).toMatchObject({ screen: 'form', busy: 'no', problems: { general: 'It costs 7900.' } })
  })

  it('gives way when the checkout turns out to be closed', () => {
    const result = stateOf(exampleCheckout({ status: 'succeeded' }))
    expect(stateAfterSecondLook(paying, result, problems)).toBe(result)
    expect(stateAfterSecondLook(paying, { screen: 'expired' }, problems)).toEqual({ screen: 'expired' })
  })
})

describe('the form', () => {
  it('sends nothing while something is under way', () => {
    expect(isBusy(form)).toBe(false)
    expect(isBusy(withBusy(form, 'paying'))).toBe(true)
    expect(isBusy({ screen: 'expired' })).toBe(true)
  })

  it('is ready again with a problem, and clean again after a change', () => {
    const state = withProblems(withBusy(form, 'paying'), generalProblem('Declined'))
    expect(state).toMatchObject({ screen: 'form', busy: 'no', problems: { general: 'Declined' } })
    const changed = withCheckout(state, exampleCheckout({ total_amount: 1 }))
    expect(changed).toMatchObject({ screen: 'form', problems: { general: null }, checkout: { total_amount: 1 } })
  })

  it('gives way when the checkout turns out to be closed', () => {
    expect(withCheckout(form, exampleCheckout({ status: 'succeeded' })).screen).toBe('result')
  })

  it('does not come back by what arrives late', () => {
    const result: State = stateOf(exampleCheckout({ status: 'succeeded' }))
    expect(withProblems(result, generalProblem('late'))).toBe(result)
    expect(withBusy(result, 'saving')).toBe(result)
    expect(withGoods(form, { keys: { kind: 'hidden' } })).toBe(form)
  })
})

describe('a notice', () => {
  it('stays until something happens', () => {
    const noticed = withNotice(form, 'The total is now $1.00.')
    expect(noticed).toMatchObject({ screen: 'form', notice: 'The total is now $1.00.' })
    for (const next of [withBusy(noticed, 'paying'), withProblems(noticed, generalProblem('No.'))]) {
      expect(next).toMatchObject({ screen: 'form', notice: null })
    }
    expect(withCheckout(noticed, exampleCheckout())).toMatchObject({ screen: 'form', notice: null })
    expect(withNotice({ screen: 'expired' }, 'late')).toEqual({ screen: 'expired' })
  })
})

describe('benefitsBesideGoods', () => {
  const none = { kind: 'none' } as const
  const license = { id: 'b1', type: 'license_keys', description: 'A license key' }
  const support = { id: 'b2', type: 'custom', description: 'Support by e-mail' }
  const checkout = exampleCheckout({ product: { ...exampleCheckout().product, benefits: [license, support] } })
  const key = { id: 'k1', key: 'ABC', benefit_id: 'b1', limit_activations: null, expires_at: null }

  it('leaves out what stands above its key, or will', () => {
    expect(benefitsBesideGoods({ keys: { kind: 'shown', items: [key] }, downloads: none }, checkout)).toEqual([support])
    expect(benefitsBesideGoods({ keys: { kind: 'loading' }, downloads: none }, checkout)).toEqual([support])
  })

  it('names everything where no key does', () => {
    expect(benefitsBesideGoods({ keys: { kind: 'shown', items: [] }, downloads: none }, checkout)).toEqual([
      license,
      support,
    ])
    expect(benefitsBesideGoods({ keys: { kind: 'hidden' }, downloads: none }, checkout)).toEqual([license, support])
  })
})

describe('goodsAfterReading', () => {
  it('tells a session that is over from a network that is away', () => {
    expect(goodsAfterReading({ kind: 'ok', body: { items: [] } })).toEqual({ kind: 'shown', items: [] })
    expect(goodsAfterReading(refused(401))).toEqual({ kind: 'hidden' })
    expect(goodsAfterReading(refused(429))).toEqual({ kind: 'unreachable' })
    expect(goodsAfterReading({ kind: 'unreachable' })).toEqual({ kind: 'unreachable' })
  })
})
