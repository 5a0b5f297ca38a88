import { expect, it } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { exampleCheckout } from '../../test/example.ts'
import type { Card } from '../form/card.ts'
import { sandboxForm } from './sandbox.ts'

it('turns the test card of the form into a token', async () => {
  const cards: Card[] = []
  const form = sandboxForm({
    testToken: async (card) => {
      cards.push(card)
      return { kind: 'ok', body: { id: 'ctoken_1' } }
    },
  })
  expect(await form.tokenFor(exampleDraft(), exampleCheckout())).toEqual({ kind: 'ok', body: { id: 'ctoken_1' } })
  expect(cards).toEqual([{ number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2034, cvc: '123' }])
})

it('passes a refusal on', async () => {
  const refusal = { kind: 'refused', status: 422, body: { detail: 'Test cards only' } } as const
  const form = sandboxForm({ testToken: async () => refusal })
  expect(await form.tokenFor(exampleDraft(), exampleCheckout())).toBe(refusal)
})

it('has nothing to ask inside the page', async () => {
  const form = sandboxForm({ testToken: async () => ({ kind: 'unreachable' }) })
  await expect(form.answerChallenge('secret', exampleCheckout())).resolves.toBeUndefined()
})
