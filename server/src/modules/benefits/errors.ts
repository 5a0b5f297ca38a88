import { NotPermitted, Refusal } from '../../kernel/refusal.ts'

export const notDeletable = () =>
  new Refusal(NotPermitted, { code: 'benefit_not_deletable', detail: 'This benefit cannot be deleted.' })
