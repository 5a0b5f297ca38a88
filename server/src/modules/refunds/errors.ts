import { InvalidInput, invalidField } from '../../kernel/invalid-input.ts'
import { Refusal, ServiceUnavailable } from '../../kernel/refusal.ts'

export const unknownOrder = (id: string) => invalidField('order_id', 'There is no such order', id)

export const nothingWasPaid = (id: string) => invalidField('order_id', 'Nothing was paid for this order', id)

export function aboveWhatIsLeft(amount: number, left: number): InvalidInput {
  const msg = left === 0 ? 'Nothing is left of this order to refund' : `At most ${left} is left of this order to refund`
  return new InvalidInput([{ type: 'less_than_equal', loc: ['body', 'amount'], msg, input: amount }])
}

export const processorNotSetUp = () =>
  new Refusal(ServiceUnavailable, {
    code: 'processor_not_set_up',
    detail: 'The payment processor that took this money is not set up here. Set its keys, then try again.',
  })
