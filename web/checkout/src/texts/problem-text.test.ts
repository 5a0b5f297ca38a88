import { describe, expect, it } from 'vitest'
import { ENGLISH, GERMAN, plain } from '../../test/languages.ts'
import type { Problem } from '../form/problem.ts'
import { problemText } from './words.ts'

const english = (problem: Problem) => plain(problemText(problem, ENGLISH))
const german = (problem: Problem) => plain(problemText(problem, GERMAN))

describe('what is wrong', () => {
  it.each<[Problem, string, string]>([
    [{ kind: 'amount_low', amount: 300, currency: 'usd' }, 'Enter $3.00 or more.', 'Geben Sie 3,00 $ oder mehr ein.'],
    [
      { kind: 'amount_high', amount: 900_000, currency: 'usd' },
      'Enter $9,000.00 or less.',
      'Geben Sie 9.000,00 $ oder weniger ein.',
    ],
    [{ kind: 'number_low', limit: 1200 }, 'Enter 1,200 or more.', 'Geben Sie 1.200 oder mehr ein.'],
    [{ kind: 'number_high', limit: -2 }, 'Enter -2 or less.', 'Geben Sie -2 oder weniger ein.'],
    [{ kind: 'too_short', limit: 3 }, 'Enter at least 3 characters.', 'Geben Sie mindestens 3 Zeichen ein.'],
    [{ kind: 'too_long', limit: 3 }, 'Enter at most 3 characters.', 'Geben Sie höchstens 3 Zeichen ein.'],
    [
      { kind: 'day_early', day: '2026-01-31' },
      'Choose January 31, 2026 or later.',
      'Wählen Sie den 31. Januar 2026 oder später.',
    ],
    [
      { kind: 'day_late', day: '2026-01-31' },
      'Choose January 31, 2026 or earlier.',
      'Wählen Sie den 31. Januar 2026 oder früher.',
    ],
    [{ kind: 'card_over' }, 'The card has expired.', 'Die Karte ist abgelaufen.'],
    [{ kind: 'said', text: 'No.' }, 'No.', 'No.'],
  ])('%o', (problem, inEnglish, inGerman) => {
    expect(english(problem)).toBe(inEnglish)
    expect(german(problem)).toBe(inGerman)
  })
})

describe('a decline', () => {
  it('says why, where the bank said so', () => {
    const problem = { kind: 'declined', code: 'insufficient_funds' } as const
    expect(english(problem)).toBe('There is not enough money on this card. Try another one.')
    expect(german(problem)).toBe('Auf dieser Karte ist nicht genug Geld. Nehmen Sie eine andere.')
  })

  it.each(['', 'something_new', 'constructor', 'toString'])('says it in general for %j', (code) => {
    expect(english({ kind: 'declined', code })).toBe('The payment was declined. Try another card.')
  })
})

describe('a discount', () => {
  it('says why it cannot be used', () => {
    expect(english({ kind: 'discount', reason: 'ended' })).toBe('This discount has ended.')
    expect(german({ kind: 'discount', reason: 'used_up_by_customer' })).toBe('Diesen Rabatt haben Sie schon genutzt.')
    expect(english({ kind: 'discount', reason: 'something_new' })).toBe('This discount cannot be used here.')
  })

  it('that is applied says what to do now: leave it', () => {
    const problem = { kind: 'discount_to_leave', reason: 'used_up_by_customer' } as const
    expect(english(problem)).toBe('You have already used this discount. Remove it to go on at the full price.')
    expect(german(problem)).toBe(
      'Diesen Rabatt haben Sie schon genutzt. Entfernen Sie ihn, um ohne ihn weiterzumachen.',
    )
  })

  it('that the seller has set says whom to write to, where that is known', () => {
    const problem = { kind: 'discount_to_mend', reason: 'ended', contact: 'hello@northwind.example' } as const
    expect(english(problem)).toBe(
      'This discount has ended. Only the seller can change it: write to hello@northwind.example.',
    )
    expect(german(problem)).toBe(
      'Dieser Rabatt ist abgelaufen. Nur der Verkäufer kann ihn ändern: Schreiben Sie an hello@northwind.example.',
    )
    const nobody = { ...problem, contact: null }
    expect(english(nobody)).toBe('This discount has ended. Only the seller can change it: ask them for a new link.')
    expect(german(nobody)).toBe(
      'Dieser Rabatt ist abgelaufen. Nur der Verkäufer kann ihn ändern: Bitten Sie ihn um einen neuen Link.',
    )
  })
})
