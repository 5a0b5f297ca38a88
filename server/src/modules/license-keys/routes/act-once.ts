import type { SecretBox } from '../../../kernel/secrets.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { type Claim, claimKey, keepAnswer } from '../../../platform/http/idempotency.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Transactions, Tx } from '../../../platform/postgres/transaction.ts'
import { againWhenStale } from '../operations/again-when-stale.ts'

interface ActAsked<Body> {
  readonly db: Db
  readonly transactions: Transactions
  readonly claim: Claim | null
  readonly render: (body: Body) => string
  readonly requestId: string
}

/**
 * Without an Idempotency-Key the work needs no transaction: its one writing statement is one. With a key, the work and
 * the record of its answer are one transaction, and `claimed` does the same work inside it.
 */
export function actOnce<Body>(
  asked: ActAsked<Body>,
  box: SecretBox,
  plain: (db: Db) => Promise<Body>,
  claimed: (tx: Tx) => Promise<Body> = plain,
): Promise<Body | Answer<never>> {
  const { claim, requestId } = asked
  if (!claim) return againWhenStale(() => plain(asked.db))
  return againWhenStale(() =>
    asked.transactions.run(
      async (tx) => {
        const earlier = await claimKey(tx, claim, box)
        if (earlier) return earlier
        const body = await claimed(tx)
        await keepAnswer(tx, claim, 200, asked.render(body), box)
        return body
      },
      { requestId },
    ),
  )
}
