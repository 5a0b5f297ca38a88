import { isDatabaseAway, type Sql } from './pool.ts'

/**
 * A transaction. When its connection breaks, the driver rejects it at once, while the work inside goes on, unaware; and
 * the next statement of that work, or the driver's own commit or rollback after it, would be written to a socket that is
 * not there any more. The driver does that outside of every promise, so it would end the whole process. Here the work
 * is stopped at its next statement, and never comes to an end as far as the driver can see.
 */
export async function begin<Result>(sql: Sql, work: (sql: Sql) => Promise<Result>, mode = ''): Promise<Result> {
  let isBroken = false
  const transaction = sql.begin(mode, (connection) => {
    const guarded = guard(connection as unknown as Sql, () => isBroken)
    return untilBroken(work(guarded), () => isBroken)
  })
  transaction.catch(() => {
    isBroken = true
  })
  return (await transaction) as Result
}

/** Refuses further statements. It throws and does not reject: parts of statements are made by the same call. */
function guard(sql: Sql, isBroken: () => boolean): Sql {
  return new Proxy(sql, {
    apply(target, self, args) {
      if (isBroken()) throw new ConnectionBroken()
      return Reflect.apply(target, self, args)
    },
  })
}

async function untilBroken<Result>(work: Promise<Result>, isBroken: () => boolean): Promise<Result> {
  try {
    return await work
  } catch (error) {
    // The query is told first and the transaction a moment later.
    if (isDatabaseAway(error)) await new Promise((resolve) => setImmediate(resolve))
    throw error
  } finally {
    if (isBroken()) await NEVER
  }
}

const NEVER = new Promise<never>(() => {})

class ConnectionBroken extends Error {
  readonly code = 'CONNECTION_CLOSED'
}
