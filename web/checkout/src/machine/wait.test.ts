import { describe, expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout } from '../../test/example.ts'
import { AWAY, confirming, editing, follow, ok, read, SCREENS, SUBMIT, verifying } from '../../test/screens.ts'
import type { Checkout } from '../api/shapes.ts'
import type { Event } from './event.ts'
import type { Screen } from './screen.ts'

const underWay = (metadata: Readonly<Record<string, string>> = {}): Event =>
  read(ok(exampleCheckout({ status: 'confirmed', payment_processor_metadata: { mode: 'live', ...metadata } })))
const ASKED = { intent_status: 'requires_action', client_secret: 'pi_secret' }
const LATER = { do: 'read', after: 3000, because: null }
const NOW = { do: 'read', after: 0, because: null }
const WAIT = [{ do: 'watch' }, LATER]
const answered = confirming({ isAnswered: true })

describe('a payment that the processor works on', () => {
  it.each([SCREENS.loading, editing(), answered, verifying()])(
    'is waited for by stream and by looking: $at',
    (screen) => {
      const { screen: next, commands } = follow(screen, underWay())
      expect(next).toMatchObject({ at: 'verifying', lost: null })
      expect(commands).toEqual(WAIT)
    },
  )

  it('keeps what was typed, for whoever has to try again', () => {
    expect(follow(answered, underWay()).screen).toMatchObject({ draft: exampleDraft() })
    expect(follow(answered, underWay(), underWay(ASKED), underWay()).screen).toMatchObject({ draft: exampleDraft() })
    expect(follow(SCREENS.loading, underWay()).screen).toMatchObject({ draft: null })
  })

  it('cannot be paid again', () => {
    for (const screen of [verifying(), SCREENS.challenge]) {
      expect(follow(screen, SUBMIT)).toEqual({ screen, commands: [] })
    }
  })
})

describe('a question of the bank', () => {
  it('is asked inside the page where the processor’s own script does it', () => {
    const { screen, commands } = follow(answered, underWay(ASKED))
    expect(screen.at).toBe('challenge')
    expect(commands).toEqual([{ do: 'answer_challenge', clientSecret: 'pi_secret' }, ...WAIT])
  })

  it('is asked once, however often the page looks', () => {
    expect(follow(answered, underWay(ASKED), underWay(ASKED)).commands).toEqual(WAIT)
  })

  it('is a way to the bank’s page where it has one', () => {
    const { screen, commands } = follow(answered, underWay({ ...ASKED, redirect_url: 'https://bank.example.com' }))
    expect(screen.at).toBe('challenge')
    expect(commands).toEqual(WAIT)
  })

  it('is asked of whoever comes back to it', () => {
    for (const screen of [SCREENS.loading, verifying(), editing()]) {
      expect(follow(screen, underWay(ASKED)).commands).toContainEqual({
        do: 'answer_challenge',
        clientSecret: 'pi_secret',
      })
    }
  })

  it('that was answered is not put again while the processor has not noticed', () => {
    const said = follow(answered, underWay(ASKED), { is: 'challenge_answered' })
    expect(said.screen).toMatchObject({ at: 'verifying', draft: exampleDraft() })
    expect(said.commands).toEqual([NOW])
    const still = follow(said.screen, underWay(ASKED), underWay(ASKED))
    expect(still).toEqual({ screen: said.screen, commands: WAIT })
  })

  it('is over when it was answered', () => {
    const said = follow(answered, underWay(ASKED), { is: 'challenge_answered' }).screen
    const end = (changes: Partial<Checkout>) => follow(said, read(ok(exampleCheckout(changes)))).screen
    expect(end({ status: 'succeeded' }).at).toBe('paid')
    const payment_processor_metadata = { failure_code: 'authentication_failed' }
    expect(end({ payment_processor_metadata })).toMatchObject({ at: 'editing', draft: exampleDraft() })
  })

  it.each([editing(), confirming(), SCREENS.paid, SCREENS.expired])(
    'that nobody asked has no answer: $at',
    (screen) => {
      expect(follow(screen, { is: 'challenge_answered' })).toEqual({ screen, commands: [] })
    },
  )
})

describe('a network that comes and goes', () => {
  const online = (screen: Screen, isOnline = true) => follow(screen, { is: 'online', isOnline })

  it.each([SCREENS.unreachable, verifying(), SCREENS.challenge])(
    'whoever waits asks as soon as it is back: $at',
    (screen) => {
      expect(online(screen)).toEqual({ screen, commands: [NOW] })
      expect(online(screen, false)).toEqual({ screen, commands: [] })
    },
  )

  it('a form is looked at again: a change whose answer was lost may have arrived', () => {
    expect(online(editing()).commands).toEqual([{ do: 'read', after: 0, because: null }])
    expect(online(editing({ saving: { amount: 1 } })).commands).toEqual([])
  })

  it.each([confirming(), SCREENS.paid, SCREENS.expired, SCREENS.missing])('others do not: $at', (screen) => {
    expect(online(screen)).toEqual({ screen, commands: [] })
  })

  it('a page that could not be read goes on by itself', () => {
    const away = follow(SCREENS.loading, read(AWAY), { is: 'online', isOnline: false })
    expect(away.screen.at).toBe('unreachable')
    expect(follow(away.screen, { is: 'online', isOnline: true }, read(ok(exampleCheckout()))).screen.at).toBe('editing')
  })
})
