import { systemClock } from '../kernel/time.ts'
import { findOrCreateOwner, issuePersonalAccessToken, revokeTokenText } from '../modules/access/index.ts'
import type { Sql } from '../platform/postgres/pool.ts'
import { transactionsOn } from '../platform/postgres/transaction.ts'

/** On the very first start: the owner, and a token for them. Answers the token when one was made up. */
export function setUpOwner(sql: Sql, adminToken: string | null): Promise<{ token: string; isGiven: boolean } | null> {
  return transactionsOn(sql, systemClock).run(async (tx) => {
    const { userId, isNew } = await findOrCreateOwner(tx)
    if (!isNew) return null
    const token = await issuePersonalAccessToken(tx, userId, 'Made at the first start', adminToken ?? undefined)
    return { token, isGiven: adminToken !== null }
  })
}

/** Another personal token of the owner's, with all scopes. */
export function makeOwnerToken(sql: Sql, comment: string): Promise<string> {
  return transactionsOn(sql, systemClock).run(async (tx) => {
    const { userId } = await findOrCreateOwner(tx)
    return issuePersonalAccessToken(tx, userId, comment)
  })
}

/** For a command's own work: a token of the owner's that ends with the work. */
export async function withOwnerToken<Result>(
  sql: Sql,
  comment: string,
  work: (token: string) => Promise<Result>,
): Promise<Result> {
  const token = await makeOwnerToken(sql, comment)
  try {
    return await work(token)
  } finally {
    await transactionsOn(sql, systemClock).run((tx) => revokeTokenText(tx, token))
  }
}
