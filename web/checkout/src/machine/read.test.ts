import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout, exampleDiscount, examplePrice, exampleProduct } from '../../test/example.ts'
import { AWAY, confirming, editing, follow, ok, read, refused, SCREENS, verifying } from '../../test/screens.ts'
import type { Checkout } from '../api/shapes.ts'
import { goodsAfterReading } from './read.ts'
import type { Screen } from './screen.ts'

const look = (screen: Screen, changes: Partial<Checkout> = {}) => follow(screen, read(ok(exampleCheckout(changes))))
const LATER = { do: 'read', after: 3000, because: null }
const { loading, challenge, paid, unreachable, expired } = SCREENS
const answered = confirming({ isAnswered: true })

describe('the first look', () => {
  it.each([
    ['open', 'editing'],
    ['confirmed', 'verifying'],
    ['succeeded', 'paid'],
    ['expired', 'expired'],
    ['failed', 'failed'],
    ['something new', 'failed'],
  ])('%s: %s', (status, at) => {
    expect(look(loading, { status }).screen.at).toBe(at)
  })

  it('starts the form with what is known', () => {
    expect(look(loading).screen).toMatchObject({ draft: { email: 'first@example.com' }, problems: { general: null } })
  })

  it.each([
    [410, 'expired'],
    [404, 'missing'],
    [401, 'unreachable'],
  ])('%i: %s', (status, at) => {
    expect(follow(loading, read(refused(status))).screen.at).toBe(at)
  })

  it('of what is over knows what it was about', () => {
    const body = { error: 'ExpiredCheckout', product_name: 'Tape Machine', embed_origin: 'https://shop.example.com' }
    expect(follow(loading, read(refused(410, body))).screen).toEqual({ at: 'expired', body, restart: 'no' })
    const here = exampleCheckout({ status: 'expired', embed_origin: 'https://shop.example.com' })
    expect(follow(loading, read(ok(here))).screen).toMatchObject({ body: { embed_origin: here.embed_origin } })
  })
})

describe('a network that is away', () => {
  it.each([loading, unreachable])('is no verdict on the checkout: the page asks again', (screen) => {
    expect(follow(screen, read(AWAY))).toEqual({ screen: unreachable, commands: [LATER] })
  })

  it.each([editing(), expired, SCREENS.missing, SCREENS.failed])('leaves what is shown as it is: $at', (screen) => {
    expect(follow(screen, read(AWAY))).toEqual({ screen, commands: [] })
  })

  it.each([verifying(), challenge])('does not end waiting: $at', (screen) => {
    expect(follow(screen, read(AWAY))).toEqual({ screen, commands: [LATER] })
  })

  it('never leads back to a form that was sent', () => {
    expect(follow(answered, read(AWAY))).toEqual({ screen: verifying(), commands: [LATER] })
  })
})

describe('an open checkout', () => {
  it.each([editing(), answered, verifying(), challenge])('keeps what was typed: $at', (screen) => {
    expect(look(screen).screen).toMatchObject({ at: 'editing', draft: exampleDraft() })
  })

  it('keeps what is wrong, and shows the new total', () => {
    const problems = { fields: { email: { kind: 'email' } }, general: null } as const
    const { screen, commands } = look(editing({ problems }), { total_amount: 1 })
    expect(screen).toMatchObject({ problems, checkout: { total_amount: 1 } })
    expect(commands).toEqual([])
  })

  it('shows the amount of a price that was chosen in another tab', () => {
    const before = editing({ draft: exampleDraft({ amount: '5' }) })
    expect(look(before, { product_price: examplePrice({ id: 'p2' }) }).screen).toMatchObject({
      draft: { amount: '79.00', email: 'ada@example.com' },
    })
    expect(look(before).screen).toMatchObject({ draft: { amount: '5' } })
  })

  it('says why it was read: at the field that has come back, which gets the focus', () => {
    const because = { detail: [{ type: 'discount_ended', loc: ['body', 'discount_code'], msg: 'Ended' }] }
    const before = editing({ checkout: exampleCheckout({ discount: exampleDiscount() }) })
    const { screen, commands } = follow(before, read(ok(exampleCheckout()), because))
    expect(screen).toMatchObject({ problems: { fields: { code: { kind: 'discount', reason: 'ended' } } } })
    expect(commands).toEqual([{ do: 'focus', field: 'code' }])
  })
})

describe('an attempt that came to nothing', () => {
  const failure = { payment_processor_metadata: { mode: 'sandbox', failure_code: 'insufficient_funds' } }

  it.each([loading, unreachable, answered, verifying(), challenge])('says why: $at', (screen) => {
    expect(look(screen, failure).screen).toMatchObject({
      at: 'editing',
      problems: { general: { kind: 'declined', code: 'insufficient_funds' } },
    })
  })

  it('says at the field what concerns one part of the card, while the card is there', () => {
    const expired = { payment_processor_metadata: { mode: 'sandbox', failure_code: 'expired_card' } }
    const { screen, commands } = look(verifying(), expired)
    expect(screen).toMatchObject({
      problems: { fields: { expiry: { kind: 'declined', code: 'expired_card' } }, general: null },
    })
    expect(commands).toEqual([{ do: 'focus', field: 'expiry' }])
  })

  it('says it once: whoever looks again has read it', () => {
    expect(look(editing(), failure).screen).toMatchObject({ problems: { general: null } })
  })

  it('was not confirmed at the bank, where nothing else is known', () => {
    const general = { kind: 'declined', code: 'authentication_failed' }
    expect(look(challenge).screen).toMatchObject({ problems: { general } })
    expect(look(verifying()).screen).toMatchObject({ problems: { general: null } })
  })
})

describe('a purchase', () => {
  const benefits = [
    { id: 'b1', type: 'license_keys', description: 'A key' },
    { id: 'b3', type: 'downloadables', description: 'The plug-in' },
    { id: 'b2', type: 'custom', description: 'Support' },
  ]
  const bought = (...given: typeof benefits) => {
    const checkout = exampleCheckout({ status: 'succeeded', product: exampleProduct({ benefits: given }) })
    return { checkout, ...follow(answered, read(ok(checkout))) }
  }

  it('is finished, and what was bought is fetched', () => {
    const { checkout, screen, commands } = bought(...benefits)
    const [keys, downloads, notes, order] = Array(4).fill({ kind: 'loading' })
    expect(screen).toEqual({ at: 'paid', checkout, keys, downloads, notes, order })
    expect(commands).toEqual([
      { do: 'finish', checkout, isNews: true },
      { do: 'fetch_goods', checkout },
    ])
  })

  it.each(['loading', 'unreachable'] as const)('is no news for a page that was opened after it: %s', (at) => {
    const checkout = exampleCheckout({ status: 'succeeded' })
    expect(follow({ at }, read(ok(checkout))).commands[0]).toEqual({ do: 'finish', checkout, isNews: false })
  })

  it('waits for nothing that the product does not give', () => {
    expect(bought().screen).toMatchObject({ keys: { kind: 'none' }, notes: { kind: 'none' } })
    expect(bought(...benefits.slice(1)).screen).toMatchObject({
      keys: { kind: 'none' },
      downloads: { kind: 'loading' },
    })
  })

  it.each(['open', 'confirmed', 'succeeded', 'expired'])(
    'stays one: a late look that says %s does nothing',
    (status) => {
      expect(look(paid, { status })).toEqual({ screen: paid, commands: [] })
    },
  )

  it('is found by whoever has paid in another tab', () => {
    expect(look(editing(), { status: 'succeeded' }).screen.at).toBe('paid')
    expect(look(editing(), { status: 'confirmed' }).screen.at).toBe('verifying')
  })
})

describe('goodsAfterReading', () => {
  it('tells a session that is over from a network that is away', () => {
    expect(goodsAfterReading(ok({ items: [] }))).toEqual({ kind: 'shown', items: [] })
    expect(goodsAfterReading(refused(401))).toEqual({ kind: 'hidden' })
    expect(goodsAfterReading(refused(422))).toEqual({ kind: 'unreachable' })
    expect(goodsAfterReading(AWAY)).toEqual({ kind: 'unreachable' })
  })

  it('shows nothing to a browser that has not bought it', () => {
    expect(goodsAfterReading(null)).toEqual({ kind: 'hidden' })
  })
})
