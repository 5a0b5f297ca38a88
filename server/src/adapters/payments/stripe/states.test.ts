import { describe, expect, it } from 'vitest'
import { ProcessorAway } from '../../../modules/payments/index.ts'
import { declineCodeOf } from './errors.ts'
import { type Intent, stateOf } from './states.ts'

const intent = (fields: object) =>
  ({
    id: 'pi_1',
    object: 'payment_intent',
    status: 'requires_payment_method',
    last_payment_error: null,
    latest_charge: null,
    payment_method: null,
    ...fields,
  }) as unknown as Intent

describe('the state of an intent', () => {
  it('that was never confirmed differs from one that was declined, also when somebody has edited it since', () => {
    expect(stateOf(intent({}))).toEqual({ kind: 'unconfirmed' })
    expect(stateOf(intent({ status: 'requires_confirmation' }))).toEqual({ kind: 'unconfirmed' })
    expect(stateOf(intent({ last_payment_error: { code: 'expired_card' } }))).toMatchObject({ code: 'expired_card' })
    expect(stateOf(intent({ latest_charge: 'ch_1' }))).toEqual({ kind: 'failed', method: null, code: 'card_declined' })
    const setup = { object: 'setup_intent', last_setup_error: null, latest_attempt: null }
    expect(stateOf(intent(setup))).toEqual({ kind: 'unconfirmed' })
    expect(stateOf(intent({ ...setup, latest_attempt: 'setatt_1' })).kind).toBe('failed')
  })

  it.each([
    ['processing', 'processing'],
    ['requires_capture', 'processing'],
    ['canceled', 'canceled'],
    ['succeeded', 'succeeded'],
    ['requires_action', 'action_required'],
  ])('%s is %s', (status, kind) => {
    expect(stateOf(intent({ status })).kind).toBe(kind)
  })

  it('says how the buyer goes on: by an address, or by the script of Stripe', () => {
    const asked = { status: 'requires_action', client_secret: 'pi_1_secret_x' }
    const url = 'https://hooks.stripe.com/x'
    const redirect = { ...asked, next_action: { type: 'redirect_to_url', redirect_to_url: { url } } }
    expect(stateOf(intent(redirect))).toEqual({
      kind: 'action_required',
      action: {
        intent_status: 'requires_action',
        action: 'redirect',
        client_secret: 'pi_1_secret_x',
        redirect_url: url,
      },
    })
    expect(stateOf(intent({ ...asked, next_action: { type: 'use_stripe_sdk' } }))).toEqual({
      kind: 'action_required',
      action: { intent_status: 'requires_action', action: 'use_stripe_sdk', client_secret: 'pi_1_secret_x' },
    })
  })

  it('keeps a card for later only where it was meant to be', () => {
    const paid = { status: 'succeeded', payment_method: { id: 'pm_1', card: { brand: 'visa', last4: '4242' } } }
    expect(stateOf(intent(paid))).toMatchObject({ savedMethod: null, method: { type: 'card', brand: 'visa' } })
    expect(stateOf(intent({ ...paid, setup_future_usage: 'off_session' }))).toMatchObject({ savedMethod: 'pm_1' })
    expect(stateOf(intent({ ...paid, object: 'setup_intent' }))).toMatchObject({ savedMethod: 'pm_1' })
  })

  it.each([{ status: 'of a new kind' }, { status: undefined }])('nobody knows what %j means', (fields) => {
    expect(() => stateOf(intent(fields))).toThrow(ProcessorAway)
  })
})

describe('the reason of a decline', () => {
  it.each([
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
    [{ code: 'card_declined', decline_code: 'try_again_later' }, 'processing_error'],
    [{ code: 'card_declined', decline_code: 'stolen_card' }, 'card_declined'],
    [{ code: 'invalid_cvc' }, 'incorrect_cvc'],
    [{ code: 'authentication_required' }, 'authentication_failed'],
    [{ code: 'something new' }, 'card_declined'],
    [null, 'card_declined'],
  ])('%j is %s', (reason, code) => {
    expect(declineCodeOf(reason)).toBe(code)
  })
})
