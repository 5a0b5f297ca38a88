import { onTestFinished } from 'vitest'
import { openPool, type Sql } from '../../src/platform/postgres/pool.ts'
import { createDatabase, startTillOn, type TestTill } from './till.ts'

/** How the sandbox answers: as usual, not at all, or not at all after it has done what it was asked. */
type SandboxMood = 'fine' | 'away' | 'lost'

export interface FlakyTill extends TestTill {
  mood(mood: SandboxMood): void
}

/** A Till whose built-in processor can be made to fail as real ones do. Every payment goes through its books. */
export async function startFlakyTill(isSandboxInline = false): Promise<FlakyTill> {
  const database = await createDatabase()
  let mood: SandboxMood = 'fine'
  const sandboxSql = moody(openPool(database.url, { connections: 4 }), () => mood)
  const payments = { isSandboxInline, sandboxDelays: { late: 100, dispute: 100 } }
  const till = await startTillOn(database, { payments, sandboxSql })
  return {
    ...till,
    mood(next) {
      mood = next
    },
    async stop() {
      await sandboxSql.end({ timeout: 5 })
      await till.stop()
    },
  }
}

export async function flakyTillForThisTest(): Promise<FlakyTill> {
  const till = await startFlakyTill()
  onTestFinished(() => till.stop())
  return till
}

function moody(sql: Sql, mood: () => SandboxMood): Sql {
  const begin = async (...asked: unknown[]) => {
    if (mood() === 'away') throw noAnswer()
    const result = await (sql.begin as (...asked: unknown[]) => Promise<unknown>)(...asked)
    if (mood() === 'lost') throw noAnswer()
    return result
  }
  return new Proxy(sql, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  })
}

const noAnswer = () => Object.assign(new Error('nobody answers'), { code: 'ECONNRESET' })
