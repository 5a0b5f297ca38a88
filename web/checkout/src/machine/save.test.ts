import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, examplePrice } from '../../test/example.ts'
import { AWAY, editing, follow, ok, read, refused, SUBMIT, saved } from '../../test/screens.ts'
import type { Address, Checkout, Patch } from '../api/shapes.ts'
import type { Event } from './event.ts'

const windows = exampleCheckout()
const mac = exampleCheckout({ product: { ...windows.product, id: 'mac' } })
const toMac: Patch = { product_id: 'mac' }
const living = (country: string): Address => ({
  ...{ country, line1: null, line2: null, postal_code: null, city: null, state: null },
})
const inGermany: Patch = { customer_billing_address: living('DE') }
const choose = (patch: Patch): Event => ({ is: 'chosen', patch })
const detail = (field: string) => [{ type: 'value_error', loc: ['body', field], msg: 'Not for sale' }]

describe('two changes, one after the other', () => {
  const both = follow(editing(), choose(toMac), choose(inGermany))

  it('go one after the other', () => {
    expect(both).toEqual({ screen: editing({ saving: toMac, waiting: inGermany }), commands: [] })
    expect(follow(both.screen, saved(toMac, ok(mac))).commands).toEqual([{ do: 'save', patch: inGermany }])
  })

  it('of which the first may not have arrived: both go again', () => {
    const { commands } = follow(both.screen, saved(toMac, AWAY))
    expect(commands).toEqual([{ do: 'save', patch: { ...toMac, ...inGermany } }])
  })

  it('pressed meanwhile: what was chosen is bought, though its first answer was lost', () => {
    const all = { ...toMac, ...inGermany }
    const { screen } = follow(both.screen, SUBMIT, saved(toMac, AWAY), saved(all, ok(mac)))
    expect(screen).toMatchObject({ at: 'confirming', checkout: { product: { id: 'mac' } } })
  })

  it('pressed meanwhile: where the choice was refused nothing is bought, and that is said to the end', () => {
    const refusal = saved(toMac, refused(422, { detail: detail('product_id') }))
    const { screen, commands } = follow(both.screen, SUBMIT, refusal)
    expect(commands).toEqual([
      { do: 'save', patch: inGermany },
      { do: 'focus', field: null },
    ])
    expect(follow(screen, saved(inGermany, ok(windows))).screen).toMatchObject({
      ...{ at: 'editing', pressed: null, saving: null, problems: { general: { kind: 'total_changed' } } },
    })
  })

  it('pressed meanwhile: a new total that came with the first is said after the last', () => {
    const dearer: Partial<Checkout> = { total_amount: 9900, amount: 9900 }
    const answers = [saved(toMac, ok({ ...mac, ...dearer })), saved(inGermany, ok({ ...mac, ...dearer }))]
    expect(follow(both.screen, SUBMIT, ...answers).screen).toMatchObject({ at: 'editing', notice: 'new_total' })
  })

  it('of which the first is a code that is refused: that is said though another follows', () => {
    const code = { discount_code: 'NOPE' }
    const typed = editing({ draft: exampleDraft({ code: 'NOPE' }) })
    const { screen } = follow(
      typed,
      { is: 'code_asked' },
      choose(inGermany),
      saved(code, refused(422, { detail: detail('discount_code') })),
      saved(inGermany, ok(windows)),
    )
    expect(screen).toMatchObject({ saving: null, problems: { fields: { code: {} } } })
  })
})

it('what was refused takes nothing else with it', () => {
  const all = { ...toMac, discount_code: 'NOPE' }
  const refusal = saved(all, refused(422, { detail: detail('discount_code') }))
  const { screen, commands } = follow(editing({ saving: all }), refusal)
  expect(commands).toEqual([
    { do: 'focus', field: 'code' },
    { do: 'save', patch: toMac },
  ])
  const settled = follow(screen, saved(toMac, ok(mac))).screen
  expect(settled).toMatchObject({
    saving: null,
    checkout: { product: { id: 'mac' } },
    problems: { fields: { code: {} } },
  })
})

describe('there and back again while a change is on its way', () => {
  const toPrice = (id: string): Patch => ({ product_price_id: id })

  it('the last choice counts', () => {
    const { screen } = follow(editing(), choose(toPrice('y')), choose(toPrice('m')), choose(toPrice('y')))
    expect(screen).toMatchObject({ saving: toPrice('y'), waiting: null })
    expect(follow(screen, choose(toPrice('m'))).screen).toMatchObject({ waiting: toPrice('m') })
  })

  it('another price forgets the amount for the one before', () => {
    const { screen } = follow(editing(), choose({ amount: 500 }), choose(toPrice('y')))
    expect(follow(screen, saved({ amount: 500 }, AWAY)).commands).toEqual([{ do: 'save', patch: toPrice('y') }])
  })

  it('another product forgets the price of the one before', () => {
    const { screen } = follow(editing(), choose(toPrice('y')), choose(toMac))
    expect(follow(screen, saved(toPrice('y'), AWAY)).commands).toEqual([{ do: 'save', patch: toMac }])
  })

  it('the country that is chosen last is saved last', () => {
    const checkout = exampleCheckout({ customer_billing_address: living('DE') })
    const leave = (country: string): Event[] => [
      { is: 'typed', field: 'country', text: country },
      { is: 'left', field: 'country' },
    ]
    const form = editing({ checkout, draft: exampleDraft({ country: 'DE' }) })
    const { screen } = follow(form, ...leave('FR'), ...leave('DE'))
    expect(screen).toMatchObject({
      ...{ saving: { customer_billing_address: { country: 'FR' } } },
      ...{ waiting: { customer_billing_address: { country: 'DE' } } },
    })
  })
})

describe('what was wrong elsewhere', () => {
  const problems = { fields: { email: { kind: 'email' }, code: { kind: 'code_unusable' } }, general: null } as const

  it('stays while another field is saved', () => {
    const code = { discount_code: 'LAUNCH20' }
    const discounted = exampleCheckout({ discount: exampleDiscount() })
    const { screen } = follow(editing({ problems }), choose(code), saved(code, ok(discounted)))
    expect(screen).toMatchObject({ problems: { fields: { email: { kind: 'email' } }, general: null } })
    expect(screen).not.toMatchObject({ problems: { fields: { code: {} } } })
  })

  it('goes with its field, when no company buys any more', () => {
    const wrong = { fields: { tax_id: { kind: 'tax_id' } }, general: null } as const
    const form = editing({ draft: exampleDraft({ isBusiness: true }), problems: wrong })
    expect(follow(form, { is: 'business', isBusiness: false }).screen).toMatchObject({ problems: { fields: {} } })
  })
})

it('a press in one tab does not buy what another tab has chosen, at the same price', () => {
  const typed = editing({ draft: exampleDraft({ code: 'FRIEND' }) })
  const answer = { ...mac, discount: exampleDiscount({ basis_points: 0 }), product_price: examplePrice() }
  const { screen } = follow(typed, SUBMIT, saved({ discount_code: 'FRIEND' }, ok(answer)))
  expect(screen).toMatchObject({ at: 'editing', notice: 'new_offer', checkout: { product: { id: 'mac' } } })
})

describe('an amount of the buyer’s own', () => {
  const checkout = exampleCheckout({ product_price: examplePrice({ amount_type: 'custom', minimum_amount: 500 }) })
  const pause = { is: 'paused', field: 'amount' } as const
  const typed = (amount: string) => editing({ checkout, draft: exampleDraft({ amount }) })

  it('shows in the totals when somebody has stopped typing', () => {
    expect(follow(typed('44'), pause).commands).toEqual([{ do: 'save', patch: { amount: 4400 } }])
  })

  it.each(['79.00', '4', '', 'abc'])('is not sent, and not called wrong, while it is %j', (amount) => {
    expect(follow(typed(amount), pause)).toEqual({ screen: typed(amount), commands: [] })
  })
})

it('a discount that the next choice does not get is not dropped without a word', () => {
  const before = editing({ checkout: exampleCheckout({ discount: exampleDiscount(), total_amount: 6320 }) })
  expect(follow(before, choose(toMac), saved(toMac, ok(mac))).screen).toMatchObject({ notice: 'discount_gone' })
  const off = { discount_code: null }
  expect(follow(before, choose(off), saved(off, ok(windows))).screen).toMatchObject({ notice: null })
})

describe('an address that another tab or the seller has given meanwhile', () => {
  const inBerlin = exampleCheckout({
    customer_billing_address: { ...living('DE'), line1: 'Main Street 1', city: 'Berlin' },
  })
  const named = { customer_tax_id: null }

  it.each([
    ['found when the page looks', read(ok(inBerlin))],
    ['told with an answer', saved(named, ok(inBerlin))],
  ])('%s: is not taken away by an empty field', (_, event) => {
    const form = editing({ draft: exampleDraft({ country: 'DE', city: 'Potsdam' }) })
    const before = event.is === 'saved' ? { ...form, saving: named } : form
    // What was typed here stays.
    expect(follow(before, event).screen).toMatchObject({ draft: { line1: 'Main Street 1', city: 'Potsdam' } })
  })
})
