import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, examplePrice } from '../../test/example.ts'
import { AWAY, editing, follow, ok, refused, saved } from '../../test/screens.ts'
import type { Checkout } from '../api/shapes.ts'
import type { Draft } from '../form/draft.ts'
import type { Field } from '../form/field-names.ts'
import type { Problems } from '../form/problem.ts'

const NOW = { do: 'read', after: 0, because: null }
const address = (country: string) => ({
  ...{ country, line1: null, line2: null, postal_code: null, city: null, state: null },
})
const form = (changes: Partial<Checkout> = {}, typed: Partial<Draft> = {}) =>
  editing({ checkout: exampleCheckout(changes), draft: exampleDraft(typed) })
const left = (field: Field, changes: Partial<Checkout>, typed: Partial<Draft>) =>
  follow(form(changes, typed), { is: 'left', field })

describe('typing', () => {
  it('is kept for a reload', () => {
    const { screen, commands } = follow(editing(), { is: 'typed', field: 'name', text: 'Ada' })
    expect(screen).toMatchObject({ draft: { name: 'Ada', email: 'ada@example.com' } })
    expect(commands).toEqual([{ do: 'keep', draft: exampleDraft({ name: 'Ada' }) }])
  })

  it('forgets what was wrong with the field, and nothing else', () => {
    const problems = { fields: { email: { kind: 'email' }, cvc: { kind: 'cvc' } }, general: null } as const
    const { screen } = follow(editing({ problems }), { is: 'typed', field: 'email', text: 'a' })
    expect(screen).toMatchObject({ problems: { fields: { cvc: { kind: 'cvc' } } } })
    expect(screen).not.toMatchObject({ problems: { fields: { email: {} } } })
  })

  it('of another country forgets what was wrong for the first one', () => {
    const fields = { email: { kind: 'email' }, tax_id: { kind: 'tax_id' }, postal_code: { kind: 'missing' } } as const
    const { screen } = follow(editing({ problems: { fields, general: null } }), {
      ...{ is: 'typed', field: 'country', text: 'FR' },
    })
    expect(screen).toMatchObject({ problems: { fields: { email: { kind: 'email' } } } })
    expect(screen).not.toMatchObject({ problems: { fields: { tax_id: {} } } })
    expect(screen).not.toMatchObject({ problems: { fields: { postal_code: {} } } })
  })

  it('of another card forgets why the first one was declined', () => {
    const fields = { email: { kind: 'email' }, cvc: { kind: 'declined', code: 'incorrect_cvc' } } as const
    const before = editing({ problems: { fields, general: null } })
    const { screen } = follow(before, { is: 'typed', field: 'number', text: '5' })
    expect(screen).toMatchObject({ problems: { fields: { email: { kind: 'email' } } } })
    expect(screen).not.toMatchObject({ problems: { fields: { cvc: {} } } })
    expect(follow(before, { is: 'typed', field: 'name', text: 'A' }).screen).toMatchObject({ problems: { fields } })
  })

  it('a name that is missing of a company is not missing of a person', () => {
    const problems: Problems = { fields: { name: { kind: 'missing' }, email: { kind: 'email' } }, general: null }
    const form = editing({ draft: exampleDraft({ isBusiness: true }), problems })
    const { screen } = follow(form, { is: 'business', isBusiness: false })
    expect(screen).toMatchObject({ problems: { fields: { email: { kind: 'email' } } } })
    expect(screen).not.toMatchObject({ problems: { fields: { name: {} } } })
  })

  it('for a company is kept too', () => {
    const { screen, commands } = follow(editing(), { is: 'business', isBusiness: true })
    expect(screen).toMatchObject({ draft: { isBusiness: true } })
    expect(commands).toEqual([{ do: 'keep', draft: exampleDraft({ isBusiness: true }) }])
  })
})

describe('leaving a field', () => {
  const custom = { product_price: examplePrice({ amount_type: 'custom', minimum_amount: 300 }) }

  it('saves the amount, so that the totals follow', () => {
    const { screen, commands } = left('amount', custom, { amount: '30' })
    expect(screen).toMatchObject({ saving: { amount: 3000 } })
    expect(commands).toEqual([{ do: 'save', patch: { amount: 3000 } }])
  })

  it('saves no amount that is known or wrong', () => {
    expect(left('amount', custom, { amount: '79' }).commands).toEqual([])
    const { screen, commands } = left('amount', custom, { amount: '2' })
    expect(commands).toEqual([])
    expect(screen).toMatchObject({ problems: { fields: { amount: { kind: 'amount_low', amount: 300 } } } })
  })

  it.each([
    ['the tax is not known yet', { tax_amount: null }],
    ['there is some', { tax_amount: 100, customer_billing_address: address('FR') }],
    ['there is none here, but may be elsewhere', { tax_amount: 0, customer_billing_address: address('US') }],
  ])('saves where the buyer lives when %s', (_, changes) => {
    const patch = { customer_billing_address: address('DE') }
    expect(left('country', changes, { country: 'DE' }).commands).toEqual([{ do: 'save', patch }])
  })

  it.each([
    ['there is no tax', 'country', { tax_amount: 0 }],
    ['nothing is new', 'country', { tax_amount: 100, customer_billing_address: address('DE') }],
    ['the total does not depend on it', 'email', { tax_amount: null }],
  ] as const)('saves nothing when %s', (_, field, changes) => {
    expect(left(field, changes, { country: 'DE' }).commands).toEqual([])
  })
})

describe('a change', () => {
  const patch = { product_price_id: 'p2' }
  const first = follow(editing(), { is: 'chosen', patch })
  const other = exampleCheckout({ product_price: examplePrice({ id: 'p2' }), total_amount: 9900 })

  it('is sent, and shows the new total when it is answered', () => {
    expect(first.commands).toEqual([{ do: 'save', patch }])
    const { screen, commands } = follow(first.screen, saved(patch, ok(other)))
    expect(screen).toEqual(editing({ checkout: other }))
    expect(commands).toEqual([{ do: 'keep', draft: exampleDraft() }])
  })

  it('clears what was wrong before', () => {
    const before = editing({ problems: { fields: {}, general: { kind: 'unknown' } } })
    expect(follow(before, { is: 'chosen', patch }).screen).toMatchObject({ problems: { general: null } })
  })

  it('goes to the server one after the other, and none is lost', () => {
    const next = { product_price_id: 'p3' }
    const both = follow(first.screen, { is: 'chosen', patch: next })
    expect(both.commands).toEqual([])
    for (const reply of [ok(other), refused(422), AWAY]) {
      const { screen, commands } = follow(both.screen, saved(patch, reply))
      expect(screen).toMatchObject({ saving: next, waiting: null })
      expect(commands[0]).toEqual({ do: 'save', patch: next })
    }
  })

  it('is sent once, however often it is asked for', () => {
    expect(follow(first.screen, { is: 'chosen', patch })).toEqual({ screen: first.screen, commands: [] })
  })

  it('keeps what is typed meanwhile', () => {
    const typed = follow(first.screen, { is: 'typed', field: 'name', text: 'Ada' }, saved(patch, ok(other)))
    expect(typed.screen).toMatchObject({ draft: { name: 'Ada' } })
  })

  it('that cannot be sent is said; the form stays', () => {
    expect(follow(first.screen, saved(patch, AWAY)).screen).toEqual(
      editing({ problems: { fields: {}, general: { kind: 'not_saved' } } }),
    )
  })

  it.each([403, 404, 410])('that is refused with %i has the checkout read: it is paid, over or gone', (status) => {
    expect(follow(first.screen, saved(patch, refused(status)))).toEqual({ screen: editing(), commands: [NOW] })
  })

  it('of the price shows the amount that it starts with, where the buyer chooses it', () => {
    const product_price = examplePrice({ id: 'p2', amount_type: 'custom' })
    const custom = exampleCheckout({ product_price, amount: 500 })
    expect(follow(first.screen, saved(patch, ok(custom))).screen).toMatchObject({ draft: { amount: '5.00' } })
  })
})

describe('a discount', () => {
  const typed = editing({ draft: exampleDraft({ code: ' LAUNCH20 ' }) })
  const discounted = exampleCheckout({ discount: exampleDiscount(), total_amount: 6320 })
  const code = { discount_code: 'LAUNCH20' }

  it('is applied by its code, which then leaves its field, also for a reload', () => {
    expect(follow(typed, { is: 'code_asked' }).commands).toEqual([{ do: 'save', patch: code }])
    const { screen, commands } = follow(typed, { is: 'code_asked' }, saved(code, ok(discounted)))
    expect(screen).toEqual(editing({ checkout: discounted }))
    expect(commands).toEqual([{ do: 'keep', draft: exampleDraft({ code: '' }) }])
  })

  it('is not asked for without a code, or where none can be given', () => {
    expect(follow(editing(), { is: 'code_asked' }).commands).toEqual([])
    expect(follow({ ...typed, checkout: discounted }, { is: 'code_asked' }).commands).toEqual([])
  })

  it('that is refused says why at its field, which keeps the code', () => {
    const detail = [{ type: 'discount_ended', loc: ['body', 'discount_code'], msg: 'Ended' }]
    const { screen, commands } = follow(typed, { is: 'code_asked' }, saved(code, refused(422, { detail })))
    const fields = { code: { kind: 'discount', reason: 'ended' } } as const
    expect(screen).toEqual({ ...typed, problems: { fields, general: null } })
    expect(commands).toEqual([{ do: 'focus', field: 'code' }])
  })

  it('that the server passes over is said to be unusable', () => {
    const { screen } = follow(typed, { is: 'code_asked' }, saved(code, ok(exampleCheckout())))
    expect(screen).toMatchObject({ problems: { fields: { code: { kind: 'code_unusable' } } } })
  })

  it('is taken off again, unless the seller has set it', () => {
    const off = follow(editing({ checkout: discounted }), { is: 'code_removed' })
    expect(off.commands).toEqual([{ do: 'save', patch: { discount_code: null } }])
    const removed = saved({ discount_code: null }, ok(exampleCheckout()))
    expect(follow(off.screen, removed).screen).toEqual(editing())
    const kept = follow(off.screen, saved({ discount_code: null }, ok(discounted))).screen
    expect(kept).toMatchObject({ problems: { general: { kind: 'discount_fixed' } } })
  })
})
