import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount } from '../../test/example.ts'
import {
  ATTEMPT,
  AWAY,
  answered,
  confirming,
  editing,
  follow,
  ok,
  read,
  refused,
  SCREENS,
  SUBMIT,
  verifying,
} from '../../test/screens.ts'
import type { Event } from './event.ts'

const CONFIRMED = answered({
  kind: 'confirmed',
  checkout: { ...exampleCheckout({ status: 'confirmed' }), customer_session_token: 'till_cst_1' },
})
const LOST = answered({ kind: 'lost', attempt: ATTEMPT })
const DECLINED = answered({ kind: 'refused', body: { error: 'PaymentError', code: 'card_declined' } })
const NOW = { do: 'read', after: 0, because: null }
const lost = verifying({ lost: ATTEMPT })

describe('while the answer is on its way', () => {
  it.each<[string, Event]>([
    ['pressing the button again', SUBMIT],
    ['typing', { is: 'typed', field: 'email', text: 'x' }],
    ['choosing another price', { is: 'chosen', patch: { product_price_id: 'p2' } }],
    ['applying a code', { is: 'code_asked' }],
    ['taking the discount off', { is: 'code_removed' }],
    ['coming back to the tab', { is: 'seen' }],
    ['a look that says that it is open', read(ok(exampleCheckout()))],
    ['a look that says that it is paid', read(ok(exampleCheckout({ status: 'succeeded' })))],
    ['a look that says that it is over', read(refused(410))],
    ['a look without an answer', read(AWAY)],
  ])('%s does nothing', (_, event) => {
    expect(follow(confirming(), event)).toEqual({ screen: confirming(), commands: [] })
    expect(follow(lost, event)).toEqual({ screen: lost, commands: [] })
  })
})

describe('an answer', () => {
  it('that is there has the outcome read; the form stays as it is meanwhile, and cannot be sent', () => {
    const { screen, commands } = follow(confirming(), CONFIRMED)
    expect(screen).toEqual(confirming({ isAnswered: true }))
    expect(commands).toEqual([NOW])
    expect(follow(screen, SUBMIT).commands).toEqual([])
  })

  it('that it is closed has the checkout read: paid in another tab, or over', () => {
    const closed = follow(confirming(), answered({ kind: 'closed' }))
    expect(closed.commands).toEqual([NOW])
    expect(follow(closed.screen, read(refused(410))).screen.at).toBe('expired')
    expect(follow(closed.screen, read(ok(exampleCheckout({ status: 'succeeded' })))).screen.at).toBe('paid')
  })

  it('that nothing was sent leads back to the form, which says so', () => {
    const { screen } = follow(confirming(), answered({ kind: 'unreachable' }))
    expect(screen).toEqual(editing({ problems: { fields: {}, general: { kind: 'unreachable' } } }))
  })

  it('to nothing that was asked changes nothing', () => {
    for (const screen of [editing(), SCREENS.paid, SCREENS.challenge, SCREENS.expired]) {
      for (const event of [CONFIRMED, LOST, DECLINED]) expect(follow(screen, event)).toEqual({ screen, commands: [] })
    }
  })
})

describe('a decline', () => {
  it('says why and keeps the form, the card with it', () => {
    const draft = exampleDraft({ name: 'Ada', custom: { size: 'L' } })
    const { screen, commands } = follow(confirming({ draft }), DECLINED)
    const general = { kind: 'declined', code: 'card_declined' } as const
    expect(screen).toEqual(editing({ draft, problems: { fields: {}, general } }))
    expect(commands).toEqual([{ do: 'focus', field: null }])
  })

  it('for one part of the card stands at its field, which gets the focus', () => {
    const body = { error: 'PaymentError', code: 'incorrect_cvc' }
    const { screen, commands } = follow(confirming(), answered({ kind: 'refused', body }))
    const fields = { cvc: { kind: 'declined', code: 'incorrect_cvc' } } as const
    expect(screen).toEqual(editing({ problems: { fields, general: null } }))
    expect(commands).toEqual([{ do: 'focus', field: 'cvc' }])
  })

  it('can be followed by another attempt', () => {
    expect(follow(confirming(), DECLINED, SUBMIT).screen).toEqual(confirming())
  })

  it('of what was typed stands at its fields; the first one gets the focus', () => {
    const loc = (...place: string[]) => ({ type: 'value_error', loc: ['body', ...place], msg: 'No' })
    const detail = [loc('card', 'cvc'), loc('customer_email')]
    const { screen, commands } = follow(confirming(), answered({ kind: 'refused', body: { detail } }))
    expect(screen).toMatchObject({ problems: { fields: { email: { kind: 'email' }, cvc: { kind: 'cvc' } } } })
    expect(commands).toEqual([{ do: 'focus', field: 'email' }])
  })

  it('over a discount has the checkout read again: it may no longer be what the page shows', () => {
    const body = { detail: [{ type: 'discount_ended', loc: ['body', 'discount_code'], msg: 'Ended' }] }
    const checkout = exampleCheckout({ discount: exampleDiscount() })
    const { screen, commands } = follow(confirming({ checkout }), answered({ kind: 'refused', body }))
    expect(screen).toMatchObject({
      at: 'editing',
      problems: { general: { kind: 'discount_to_leave', reason: 'ended' } },
    })
    expect(commands).toEqual([{ do: 'read', after: 0, because: body }])
    expect(follow(screen, read(AWAY, body)).screen).toEqual(screen)
  })
})

describe('an answer that was lost', () => {
  it('is asked for again with the same attempt, after a while and as soon as the network is back', () => {
    const { screen, commands } = follow(confirming(), LOST)
    expect(screen).toEqual(lost)
    expect(commands).toEqual([{ do: 'ask_again', attempt: ATTEMPT, after: 3000 }])
    expect(follow(screen, LOST)).toEqual({ screen, commands })
    expect(follow(screen, { is: 'online', isOnline: true }).commands).toEqual([
      { do: 'ask_again', attempt: ATTEMPT, after: 0 },
    ])
  })

  it('leads to the outcome when it is there', () => {
    for (const event of [CONFIRMED, answered({ kind: 'closed' })]) {
      const { screen, commands } = follow(lost, event)
      expect(screen).toEqual(verifying())
      expect(commands).toEqual([NOW])
    }
  })

  it('was a decline: only then the form comes back, as it was', () => {
    const general = { kind: 'declined', code: 'card_declined' } as const
    expect(follow(lost, DECLINED).screen).toEqual(editing({ problems: { fields: {}, general } }))
  })
})
