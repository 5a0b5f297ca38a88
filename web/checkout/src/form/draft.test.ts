import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleField } from '../../test/example.ts'
import { type Draft, firstDraft, keptOf, typedIn, withKept, withTyped } from './draft.ts'

const ADDRESS = {
  country: 'US',
  line1: '1 Main St',
  line2: null,
  postal_code: '10001',
  city: 'New York',
  state: 'US-NY',
}

const CARD = ['number', 'expiry', 'cvc']

describe('firstDraft', () => {
  it('holds what the checkout knows already', () => {
    const checkout = exampleCheckout({
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      customer_billing_address: ADDRESS,
      customer_tax_id: 'US123',
      attached_custom_fields: [exampleField({ slug: 'note' }), exampleField({ slug: 'size' })],
      custom_field_data: { note: 'Hi', other: 'x' },
    })
    expect(firstDraft(checkout, 'DE', 'en')).toEqual({
      ...exampleDraft({ name: 'Ada', country: 'US', line1: '1 Main St', postal_code: '10001', city: 'New York' }),
      state: 'NY',
      isBusiness: true,
      tax_id: 'US123',
      number: '',
      expiry: '',
      cvc: '',
      custom: { note: 'Hi', size: '' },
    })
  })

  it('takes the country of the device where nobody has said one', () => {
    expect(firstDraft(exampleCheckout(), 'DE', 'en')).toMatchObject({ country: 'DE', email: '', isBusiness: false })
  })

  it('writes the amount as it is typed in the language', () => {
    expect(firstDraft(exampleCheckout(), '', 'de').amount).toBe('79,00')
  })
})

describe('typing', () => {
  it.each(['email', 'number', 'custom.size', 'custom.constructor'] as const)(
    '%s is read where it was typed',
    (field) => {
      const draft = withTyped(exampleDraft(), field, 'typed')
      expect(typedIn(draft, field)).toBe('typed')
      expect(typedIn(withTyped(draft, 'cvc', ''), field)).toBe('typed')
    },
  )

  it('shows nothing where nothing was typed', () => {
    expect(typedIn(exampleDraft(), 'custom.constructor')).toBe('')
    expect(typedIn(exampleDraft(), 'name')).toBe('')
  })
})

describe('another country', () => {
  const american = exampleDraft({ country: 'US', state: 'NY', tax_id: '12-3456789' })
  const moved = (draft: Draft, ...countries: readonly string[]) =>
    countries.reduce((before, country) => withTyped(before, 'country', country), draft)

  it('has other states and other tax numbers', () => {
    expect(moved(american, 'CA')).toMatchObject({ country: 'CA', state: '', tax_id: '' })
  })

  it('is left again: what was typed for the first one is there', () => {
    expect(moved(american, 'CA', 'DE', 'US')).toMatchObject({ country: 'US', state: 'NY', tax_id: '12-3456789' })
    expect(moved(american, '', 'US')).toMatchObject({ state: 'NY', tax_id: '12-3456789' })
    const both = withTyped(moved(american, 'DE'), 'tax_id', 'DE123456789')
    expect(moved(both, 'US')).toMatchObject({ tax_id: '12-3456789' })
    expect(moved(both, 'US', 'DE')).toMatchObject({ tax_id: 'DE123456789' })
  })

  it('also after a reload', () => {
    const kept = keptOf(moved(american, 'CA'))
    const again = withKept(firstDraft(exampleCheckout(), 'DE', 'en'), JSON.parse(JSON.stringify(kept)))
    expect(moved(again, 'US')).toMatchObject({ state: 'NY', tax_id: '12-3456789' })
  })

  it('gets the number that was typed before any was chosen, or that names it', () => {
    expect(moved(exampleDraft({ tax_id: 'ATU12345678' }), 'AT')).toMatchObject({ tax_id: 'ATU12345678' })
    const german = exampleDraft({ country: 'DE', tax_id: ' atu12345678' })
    expect(moved(german, 'AT')).toMatchObject({ tax_id: ' atu12345678' })
    expect(moved(exampleDraft({ country: 'DE', tax_id: 'EL123456789' }), 'GR').tax_id).toBe('EL123456789')
    expect(moved(german, 'FR')).toMatchObject({ tax_id: '' })
  })

  it('is none when it is the same', () => {
    expect(moved(american, 'US')).toBe(american)
  })
})

describe('what a reload brings back', () => {
  const first = firstDraft(exampleCheckout({ attached_custom_fields: [exampleField({ slug: 'size' })] }), 'DE', 'en')

  it('is never the card', () => {
    const card = fc.record({ number: fc.string(), expiry: fc.string(), cvc: fc.string() })
    fc.assert(
      fc.property(card, fc.string(), (typed, email) => {
        const kept = keptOf(exampleDraft({ ...typed, email }))
        expect(Object.keys(kept)).toEqual(Object.keys(exampleDraft()).filter((name) => !CARD.includes(name)))
        expect(withKept(first, kept)).toMatchObject({ email, number: '', expiry: '', cvc: '' })
      }),
    )
  })

  it('stands over what the checkout knows, but for the amount, which the server keeps', () => {
    const kept = keptOf(exampleDraft({ name: 'Ada', amount: '5', country: '', custom: { size: 'L' } }))
    expect(withKept(first, kept)).toMatchObject({ name: 'Ada', amount: '79.00', country: '', custom: { size: 'L' } })
  })

  it('leaves out the answers to what is no longer asked', () => {
    expect(withKept(first, { custom: { gone: 'x' } }).custom).toEqual({ size: '' })
  })

  it('is nothing where nothing was kept', () => {
    expect(withKept(first, null)).toBe(first)
    expect(withKept(first, {})).toEqual(first)
  })
})
