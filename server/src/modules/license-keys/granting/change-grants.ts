import type { Links } from '../../../kernel/links.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { grantEvents } from './announce.ts'
import type { GrantChange } from './model.ts'
import { type GrantGuards, writeGrants } from './store.ts'

/** Saves and announces. */
export async function changeGrants(
  tx: Tx,
  guards: GrantGuards,
  changes: readonly GrantChange[],
  links: Links,
): Promise<void> {
  await writeGrants(tx, guards, changes)
  for (const event of grantEvents(changes, links)) tx.emit(event)
}
