import { describe, expect, it } from 'vitest'
import { NOW } from '../../test/draft.ts'
import { exampleCheckout } from '../../test/example.ts'
import { AWAY, editing, follow, ok, read, refused, SCREENS, SUBMIT, saved, verifying } from '../../test/screens.ts'
import type { Event } from './event.ts'
import { FIRST, type Screen } from './screen.ts'
import { step } from './step.ts'

const LOOK = { do: 'read', after: 0, because: null }
const screens = Object.values(SCREENS)
const but = (...names: Screen['at'][]) => screens.filter(({ at }) => !names.includes(at))

const EDITS: readonly Event[] = [
  { is: 'typed', field: 'email', text: 'x' },
  { is: 'business', isBusiness: true },
  { is: 'left', field: 'country' },
  { is: 'chosen', patch: { product_id: 'pr2' } },
  { is: 'code_asked' },
  { is: 'code_removed' },
  saved({ amount: 1 }, ok(exampleCheckout())),
  { is: 'submitted', now: NOW },
]

it('the page starts by loading', () => {
  expect(FIRST).toEqual({ screen: { at: 'loading' }, isOnline: true })
})

it.each(but('editing'))('nothing can be changed or sent where there is no form: $at', (screen) => {
  for (const event of EDITS) expect(follow(screen, event)).toEqual({ screen, commands: [] })
})

it('whether there is a network is known on every screen', () => {
  for (const screen of screens) {
    const away = step({ screen, isOnline: true }, { is: 'online', isOnline: false }).model
    expect(away).toEqual({ screen, isOnline: false })
    expect(step(away, SUBMIT).model.isOnline).toBe(false)
    expect(step(away, { is: 'online', isOnline: true }).model).toEqual({ screen, isOnline: true })
  }
})

describe('coming back to the tab', () => {
  const seen = (screen: Screen) => follow(screen, { is: 'seen' })

  it('has the checkout read: perhaps it was paid in another one', () => {
    expect(seen(editing())).toEqual({ screen: editing(), commands: [LOOK] })
    expect(follow(editing(), { is: 'seen' }, read(ok(exampleCheckout({ status: 'succeeded' })))).screen.at).toBe('paid')
    expect(follow(editing(), { is: 'seen' }, read(refused(410))).screen.at).toBe('expired')
  })

  it('reads nothing while a change is on its way: its answer tells the same', () => {
    const saving = editing({ saving: { amount: 1 } })
    expect(seen(saving)).toEqual({ screen: saving, commands: [] })
    expect(follow(saving, read(ok(exampleCheckout({ total_amount: 1 }))))).toEqual({ screen: saving, commands: [] })
  })

  it.each(but('editing'))('does nothing else: $at', (screen) => {
    expect(seen(screen)).toEqual({ screen, commands: [] })
  })
})

describe('asking again', () => {
  const events = { 'when asked': { is: 'asked_again' }, online: { is: 'online', isOnline: true } } as const
  const shown = { kind: 'shown', items: [] } as const
  const all = { ...SCREENS.paid, keys: shown, downloads: shown, notes: shown, order: shown }

  describe.each(Object.entries(events))('%s', (_, event) => {
    it.each(['keys', 'downloads', 'notes', 'order'] as const)('has %s fetched where they are missing', (name) => {
      const screen = { ...all, [name]: { kind: 'unreachable' } }
      expect(follow(screen, event)).toEqual({ screen, commands: [{ do: 'fetch_goods', checkout: screen.checkout }] })
    })

    it('fetches nothing where nothing is missing, or it is on its way, or not for this browser', () => {
      const elsewhere = { ...all, keys: { kind: 'hidden' }, order: { kind: 'hidden' } } as const
      for (const screen of [all, SCREENS.paid, elsewhere])
        expect(follow(screen, event)).toEqual({ screen, commands: [] })
    })
  })

  it('takes nothing away that is there', () => {
    const screen = { ...all, order: { kind: 'unreachable' } } as const
    for (const reply of [AWAY, refused(401), null]) {
      expect(follow(screen, { is: 'keys', reply }, { is: 'notes', reply }).screen).toEqual(screen)
      expect(follow(screen, { is: 'downloads', reply }, { is: 'orders', reply: ok({ items: [] }) }).screen).toEqual(all)
    }
  })

  it('waits for a network', () => {
    const screen = { ...all, order: { kind: 'unreachable' } } as const
    expect(follow(screen, { is: 'online', isOnline: false })).toEqual({ screen, commands: [] })
  })

  it.each([SCREENS.unreachable, verifying()])('has the checkout read: $at', (screen) => {
    expect(follow(screen, { is: 'asked_again' })).toEqual({ screen, commands: [LOOK] })
  })
})

describe('what was bought', () => {
  const key = { id: 'k1', key: 'ABC', benefit_id: 'b1', limit_activations: null, expires_at: null }

  it('is shown as it comes, each of its own', () => {
    const both = { ...SCREENS.paid, downloads: { kind: 'loading' } } as const
    const keys = follow(both, { is: 'keys', reply: ok({ items: [key] }) })
    expect(keys.screen).toEqual({ ...both, keys: { kind: 'shown', items: [key] } })
    expect(follow(keys.screen, { is: 'downloads', reply: AWAY }).screen).toMatchObject({
      keys: { kind: 'shown' },
      downloads: { kind: 'unreachable' },
    })
  })

  it('brings the notes that there are', () => {
    const grant = (id: string, note?: string | null) => ({
      id: `grant-${id}`,
      benefit: { id, type: 'custom', description: 'Support', properties: note === undefined ? {} : { note } },
    })
    const items = [grant('b1', ' Write to us.\n'), grant('b2', null), grant('b3', '  '), grant('b4')]
    const notes = { kind: 'shown', items: [{ benefit_id: 'b1', title: 'Support', text: 'Write to us.' }] }
    expect(follow(SCREENS.paid, { is: 'notes', reply: ok({ items }) }).screen).toMatchObject({ notes })
    expect(follow(SCREENS.paid, { is: 'notes', reply: refused(401) }).screen).toMatchObject({
      notes: { kind: 'hidden' },
    })
  })

  it.each(but('paid'))('is shown to nobody who has not paid: $at', (screen) => {
    for (const is of ['keys', 'downloads', 'notes', 'orders'] as const) {
      expect(follow(screen, { is, reply: ok({ items: [] }) })).toEqual({ screen, commands: [] })
    }
  })
})

describe('a checkout that is over', () => {
  const { expired } = SCREENS
  const fresh = { url: 'https://till.example.com/checkout/till_cs_2', client_secret: 'till_cs_2' }
  const asked = follow(expired, { is: 'restart_asked' })

  it('can be started again', () => {
    expect(asked).toEqual({ screen: { ...expired, restart: 'asked' }, commands: [{ do: 'restart' }] })
    const { screen, commands } = follow(asked.screen, { is: 'restarted', reply: ok(fresh) })
    expect(commands).toEqual([{ do: 'open', clientSecret: fresh.client_secret }])
    expect(follow(screen, { is: 'restart_asked' }).commands).toEqual([])
  })

  it('can be started again after a payment that failed, too', () => {
    const { failed } = SCREENS
    expect(follow(failed, { is: 'restart_asked' })).toEqual({
      screen: { ...failed, restart: 'asked' },
      commands: [{ do: 'restart' }],
    })
  })

  it('is started once, however often that is asked for', () => {
    expect(follow(asked.screen, { is: 'restart_asked' })).toEqual({ screen: asked.screen, commands: [] })
  })

  it('says that it is no longer sold, or that it did not work this time', () => {
    const no = follow(asked.screen, { is: 'restarted', reply: refused(422) }).screen
    expect(no).toEqual({ ...expired, restart: 'refused' })
    const away = follow(asked.screen, { is: 'restarted', reply: AWAY }).screen
    expect(away).toEqual({ ...expired, restart: 'unreachable' })
    expect(follow(away, { is: 'restart_asked' })).toEqual(asked)
  })

  it.each(but('expired', 'failed'))('is none that goes on: $at', (screen) => {
    expect(follow(screen, { is: 'restart_asked' })).toEqual({ screen, commands: [] })
    expect(follow(screen, { is: 'restarted', reply: ok(fresh) })).toEqual({ screen, commands: [] })
  })
})
