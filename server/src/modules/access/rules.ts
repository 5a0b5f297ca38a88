import { accepts, type Scope } from '../../kernel/actor.ts'
import { fieldIssue, InvalidInput, invalidField } from '../../kernel/invalid-input.ts'
import { addDuration, addMilliseconds } from '../../kernel/time.ts'

/** A token cannot make one that may do more than itself; as for itself, the right to write includes reading. */
export function requireOwnScopes(held: ReadonlySet<string>, wanted: readonly Scope[]): void {
  const issues = wanted.flatMap((scope, index) =>
    accepts(scope, held) ? [] : [fieldIssue(['scopes', index], 'This token does not have the scope itself', scope)],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
}

/**
 * When a token ends that lives for this long: an ISO 8601 duration or whole seconds. It never outlives the token that
 * makes it, which ends at `own`: else whoever finds a token with a short life could make one for good.
 */
export function expiryOf(given: string | number | null | undefined, now: Date, own: Date | null): Date | null {
  if (given === undefined || given === null) return own
  const end = typeof given === 'number' ? addMilliseconds(now, given * 1000) : addDuration(now, given)
  if (end === undefined || end <= now) {
    throw invalidField('expires_in', 'Input should be an ISO 8601 duration of at least a second, such as P30D', given)
  }
  if (own !== null && end > own) {
    const msg = `A new token cannot outlive the calling one, which expires at ${own.toISOString()}`
    throw invalidField('expires_in', msg, given)
  }
  return end
}
