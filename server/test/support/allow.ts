import { Allowed } from '../../src/platform/outbound/allowed.ts'

/** As `TILL_WEBHOOK_ALLOW` has it. */
export function allow(text: string): Allowed {
  const allowed = Allowed.parse(text)
  if (allowed instanceof Allowed) return allowed
  throw new Error(`${allowed.wrong} was refused`)
}
