import { resolve } from 'node:path'
import { type Database, openDatabase } from '../../entry/database.ts'
import { SQL_DIR } from '../../entry/folders.ts'
import { verifyBooks } from '../../flows/verify-books/index.ts'
import { readConfig } from '../../platform/config.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import { checkArchive } from '../backup/archive/walk.ts'
import { describeContents } from '../backup/describe.ts'
import { planRestore } from '../backup/plan-restore.ts'
import { restoreInto } from '../backup/restore-into.ts'
import type { Command } from '../command.ts'
import { reportOf } from '../verify/report.ts'

export const restore: Command = {
  takesWords: true,
  summary: 'brings FILE back into an empty data folder or database',
  async run(args, say) {
    const [name, ...others] = args
    if (name === undefined || others.length > 0) {
      throw new StartupProblem('Say which backup to restore, with one name: npm run restore -- FILE')
    }
    const config = readConfig(process.env)
    const path = resolve(name)
    say(`Checking ${path}`)
    const plan = await planRestore(config, path, await checkArchive(path))
    const database = await openDatabase(config, say)
    try {
      await restoreInto(database, plan, say)
      // As a start would do: migrations that are newer than the backup, and the SQL functions.
      await migrate(database.sql, SQL_DIR, say)
      say(`Restored ${describeContents(plan.contents)}`)
      for (const line of plan.remarks) say(line)
      await checkBooks(database, new Date(plan.contents.header.madeAt), say)
    } finally {
      await database.close()
    }
  },
}

/**
 * As of the moment of the backup: what was under way then has waited ever since, and the next start goes on with it. What
 * is wrong was wrong when the backup was made. It is still better to have it than to have nothing.
 */
async function checkBooks({ sql, place }: Database, madeAt: Date, say: (line: string) => void): Promise<void> {
  const verdict = await verifyBooks(sql, madeAt)
  for (const line of reportOf(verdict, place)) say(line)
  if (verdict.violations.length === 0) return
  throw new StartupProblem('Everything in the backup was restored, and its books are not in order.')
}
