import { type Actor, requireWriter } from '../../kernel/actor.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { Route } from './route.ts'

/**
 * Stands between a caller with a token and what they change. Roles are no business of the single operations: each has to
 * say whose things it writes, and one that forgets fails for everybody, at its very first try.
 */
export class WriteGuard {
  readonly #actor: Actor
  #isAsked = false

  constructor(actor: Actor) {
    this.#actor = actor
  }

  readonly requireWriter = (organizationId: string): void => {
    this.#isAsked = true
    requireWriter(this.#actor, organizationId)
  }

  /** What is a person's own, such as their tokens, belongs to no organization. */
  requireAsked({ operationId, access }: Route['spec']): void {
    if (this.#isAsked || 'isPersonal' in access) return
    throw new Error(`${operationId} did not say whose things it writes: call tx.requireWriter(organizationId) in it`)
  }
}

/** The same for routes that take care of their transactions themselves. */
export function guarded(transactions: Transactions, { requireWriter }: WriteGuard): Transactions {
  return { run: (work, options) => transactions.run(work, { ...options, requireWriter }) }
}
