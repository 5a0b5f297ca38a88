import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, exampleField, examplePrice } from '../../test/example.ts'
import { AWAY, confirming, editing, follow, ok, refused, SUBMIT, saved } from '../../test/screens.ts'
import type { Checkout } from '../api/shapes.ts'
import { pressOn } from './press.ts'

const checkout = exampleCheckout()
const discounted = exampleCheckout({ discount: exampleDiscount(), total_amount: 6320 })
const paying = (of: Checkout, draft = exampleDraft()) => ({ do: 'pay', checkout: of, draft })

describe('pressing the button', () => {
  it('sends the form', () => {
    expect(follow(editing(), SUBMIT)).toEqual({ screen: confirming(), commands: [paying(checkout)] })
  })

  it('sends it once, however often it is pressed', () => {
    expect(follow(editing(), SUBMIT, SUBMIT)).toEqual({ screen: confirming(), commands: [] })
  })

  it('sends nothing that cannot be right: everything is said, and the first field gets the focus', () => {
    const asking = exampleCheckout({ attached_custom_fields: [exampleField({ slug: 'size' }, true)] })
    const form = editing({ checkout: asking, draft: exampleDraft({ email: '', cvc: '' }) })
    const { screen, commands } = follow(form, SUBMIT)
    const fields = { email: { kind: 'email' }, cvc: { kind: 'cvc_back' }, 'custom.size': { kind: 'missing' } }
    expect(screen).toMatchObject({ at: 'editing', problems: { fields, general: null } })
    expect(commands).toEqual([{ do: 'focus', field: 'email' }])
  })

  it('goes to the seller’s questions before the card, as the page does', () => {
    const asking = exampleCheckout({ attached_custom_fields: [exampleField({ slug: 'size' }, true)] })
    const form = editing({ checkout: asking, draft: exampleDraft({ number: '' }) })
    expect(follow(form, SUBMIT).commands).toEqual([{ do: 'focus', field: 'custom.size' }])
  })

  it('forgets an old problem and an old notice', () => {
    const problems = { fields: {}, general: { kind: 'declined', code: 'card_declined' } } as const
    expect(follow(editing({ problems, notice: 'new_total' }), SUBMIT).screen).toEqual(confirming())
  })
})

describe('a code that was typed but not applied', () => {
  const typed = editing({ draft: exampleDraft({ code: ' LAUNCH20 ' }) })
  const code = { discount_code: 'LAUNCH20' }
  const pressed = follow(typed, SUBMIT)

  it('is applied first', () => {
    expect(pressed.screen).toMatchObject({ at: 'editing', saving: code, pressed: {} })
    expect(pressed.commands).toEqual([{ do: 'save', patch: code }])
  })

  it('has its new total read before anything is paid', () => {
    const { screen, commands } = follow(pressed.screen, saved(code, ok(discounted)))
    expect(screen).toEqual(editing({ checkout: discounted, notice: 'code_applied' }))
    expect(commands.map((command) => command.do)).toEqual(['keep'])
    expect(follow(screen, SUBMIT).commands).toEqual([paying(discounted)])
  })

  it('goes on at once when what is due stays what the button said', () => {
    const same = exampleCheckout({ discount: exampleDiscount({ basis_points: 0 }) })
    const { screen, commands } = follow(pressed.screen, saved(code, ok(same)))
    expect(screen).toEqual(confirming({ checkout: same }))
    expect(commands).toContainEqual(paying(same))
  })

  it('needs no card when it makes the purchase free', () => {
    const free = { ...discounted, total_amount: 0, is_payment_form_required: false }
    const noCard = editing({ draft: exampleDraft({ code: 'GIFT', number: '', expiry: '', cvc: '' }) })
    const { screen } = follow(noCard, SUBMIT, saved({ discount_code: 'GIFT' }, ok(free)))
    expect(screen).toMatchObject({ notice: 'code_applied', problems: { fields: {}, general: null } })
    expect(follow(screen, SUBMIT).screen.at).toBe('confirming')
  })

  it('is refused along with everything else that is wrong, and nothing is paid', () => {
    const detail = [{ type: 'value_error', loc: ['body', 'discount_code'], msg: 'Not known' }]
    const wrong = editing({ draft: exampleDraft({ code: 'WRONG', email: '', expiry: '01/20' }) })
    const refusal = saved({ discount_code: 'WRONG' }, refused(422, { detail }))
    const { screen, commands } = follow(wrong, SUBMIT, refusal)
    const fields = {
      code: { kind: 'discount', reason: 'unknown' },
      email: { kind: 'email' },
      expiry: { kind: 'card_over' },
    }
    expect(screen).toMatchObject({ at: 'editing', problems: { fields }, pressed: null })
    expect(commands).toEqual([{ do: 'focus', field: 'code' }])
    expect(follow(screen, SUBMIT, refusal).screen).toEqual(screen)
  })

  it.each([
    ['passed over', ok(checkout), ['focus']],
    // It may have arrived all the same: the page looks.
    ['not answered', AWAY, ['focus', 'read']],
  ])('is %s: that is said, and nothing is paid', (_, reply, doing) => {
    const { screen, commands } = follow(pressed.screen, saved(code, reply))
    expect(screen).toMatchObject({ at: 'editing', pressed: null, draft: { code: ' LAUNCH20 ' } })
    expect(commands.map((command) => command.do)).toEqual(doing)
  })

  it('does not matter where no code can be given', () => {
    expect(follow({ ...typed, checkout: discounted }, SUBMIT).screen.at).toBe('confirming')
  })
})

describe('pressing the button while a change is saved', () => {
  const patch = { discount_code: null }
  const saving = editing({ checkout: discounted, saving: patch })

  it('waits, and pays nothing but what the button said', () => {
    const pressed = follow(saving, SUBMIT)
    expect(pressed).toEqual({ screen: { ...saving, pressed: pressOn(saving) }, commands: [] })
    const { screen, commands } = follow(pressed.screen, saved(patch, ok(checkout)))
    expect(screen).toEqual(editing({ notice: 'new_total' }))
    expect(commands.map((command) => command.do)).toEqual(['keep'])
  })

  it('pays when what is due is the same', () => {
    const patch = { customer_tax_id: 'DE123456789' }
    const { screen, commands } = follow(editing({ saving: patch }), SUBMIT, saved(patch, ok(checkout)))
    expect(screen).toEqual(confirming())
    expect(commands).toContainEqual(paying(checkout))
  })

  it('has the new total read too when a second change waited', () => {
    const both = follow(saving, SUBMIT, { is: 'chosen', patch: { product_id: 'pr2' } })
    const { screen } = follow(both.screen, saved(patch, ok(checkout)), saved({ product_id: 'pr2' }, ok(checkout)))
    expect(screen.at).toBe('editing')
  })
})

describe('what the total depends on, and the server has not been told', () => {
  const price = examplePrice({ amount_type: 'custom', price_amount: null })
  const custom = exampleCheckout({ product_price: price })
  const dearer = exampleCheckout({ product_price: price, amount: 9000, total_amount: 9000 })
  const draft = exampleDraft({ amount: '90' })

  it('is told first; an amount that the buyer has typed need not be read again', () => {
    const pressed = follow(editing({ checkout: custom, draft }), SUBMIT)
    expect(pressed.commands).toEqual([{ do: 'save', patch: { amount: 9000 } }])
    const { screen, commands } = follow(pressed.screen, saved({ amount: 9000 }, ok(dearer)))
    expect(screen).toEqual(confirming({ checkout: dearer, draft }))
    expect(commands).toContainEqual(paying(dearer, draft))
  })

  it('is told again when it was changed meanwhile', () => {
    const typing = { is: 'typed', field: 'amount', text: '95' } as const
    const pressed = follow(editing({ checkout: custom, draft }), SUBMIT, typing)
    const { screen, commands } = follow(pressed.screen, saved({ amount: 9000 }, ok(dearer)))
    expect(screen).toMatchObject({ at: 'editing', notice: 'new_total' })
    expect(commands.map((command) => command.do)).toEqual(['keep'])
    expect(follow(screen, SUBMIT).commands).toEqual([{ do: 'save', patch: { amount: 9500 } }])
  })

  it('is where the buyer lives, which may bring tax', () => {
    const untaxed = exampleCheckout({ tax_amount: null })
    const form = editing({ checkout: untaxed, draft: exampleDraft({ country: 'DE' }) })
    const { screen, commands } = follow(form, SUBMIT)
    const [patch] = commands.flatMap((command) => (command.do === 'save' ? [command.patch] : []))
    expect(patch).toMatchObject({ customer_billing_address: { country: 'DE' } })
    const taxed = { ...untaxed, ...patch, tax_amount: 1501, total_amount: 9401 }
    expect(follow(screen, saved(patch ?? {}, ok(taxed))).screen).toMatchObject({ at: 'editing', notice: 'new_total' })
  })

  it('is told once, also when the server writes it in another way', () => {
    const address = { country: 'DE', line1: null, line2: null, postal_code: null, city: null, state: null }
    const known = exampleCheckout({ tax_amount: 1501, customer_billing_address: address })
    const company = exampleDraft({
      isBusiness: true,
      name: 'Analytical Engines',
      country: 'DE',
      line1: 'A 1',
      postal_code: '1',
      city: 'B',
      tax_id: 'de 1',
    })
    const { screen, commands } = follow(editing({ checkout: known, draft: company }), SUBMIT)
    const [patch = {}] = commands.flatMap((command) => (command.do === 'save' ? [command.patch] : []))
    const written = { ...known, ...patch, customer_tax_id: 'DE1' }
    const second = follow(screen, saved(patch, ok(written)))
    expect(second.screen).toMatchObject({ saving: { customer_tax_id: 'de 1' } })
    expect(follow(second.screen, saved({ customer_tax_id: 'de 1' }, ok(written))).screen.at).toBe('confirming')
  })
})
