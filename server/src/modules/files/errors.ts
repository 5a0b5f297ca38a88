import { InvalidInput } from '../../kernel/invalid-input.ts'
import { Conflict, NotPermitted, PayloadTooLarge, Refusal, type RefusalKind } from '../../kernel/refusal.ts'

export const AlreadyUploaded: RefusalKind = {
  ...Conflict,
  code: 'already_uploaded',
  detail: 'The file is complete and cannot change any more.',
}

export const ChangingUpload: RefusalKind = {
  ...Conflict,
  code: 'upload_changing',
  detail: 'The parts of this upload have changed meanwhile. Send those that are missing, then try again.',
}

export const PartInTransit: RefusalKind = {
  ...Conflict,
  code: 'part_in_transit',
  detail: 'This part is being sent several times already. Wait until one of them ends, then try again.',
}

export function tooManyUploads(most: number): Refusal {
  return new Refusal(NotPermitted, {
    code: 'too_many_uploads',
    detail: `The organization has ${most} uploads that are not complete. Complete or delete some of them first.`,
  })
}

export function tooManyBytes(size: number): Refusal {
  return new Refusal(PayloadTooLarge, { detail: `${size} bytes were announced, and more came.` })
}

export function wrongBytes(msg: string): InvalidInput {
  return new InvalidInput([{ type: 'value_error', loc: ['body'], msg, input: null }])
}
