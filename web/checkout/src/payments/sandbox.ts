import type { Api } from '../api/api.ts'
import { cardOf } from '../form/confirm-body.ts'
import type { CardForm } from './card-form.ts'

/** Test cards, which may be typed here. */
export function sandboxForm(api: Pick<Api, 'testToken'>): CardForm {
  return {
    tokenFor: (draft) => api.testToken(cardOf(draft)),
    // The sandbox asks on a page of its own.
    answerChallenge: async () => {},
  }
}
