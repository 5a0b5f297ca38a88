import { NotPermitted, Refusal } from '../../../kernel/refusal.ts'

/** One answer for all reasons: which one it was would tell who is a customer. */
export const wrongCode = () =>
  new Refusal(NotPermitted, {
    code: 'sign_in_code_invalid',
    detail: 'This is not the newest code, it has expired, or it was tried too often. Ask for a new one.',
  })
