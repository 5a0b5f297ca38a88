import { openDatabase } from '../../entry/database.ts'
import { SQL_DIR } from '../../entry/folders.ts'
import { readConfig } from '../../platform/config.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import type { Command } from '../command.ts'

export const migrateOnly: Command = {
  summary: 'brings the database to this version, and ends',
  async run(_args, say) {
    const database = await openDatabase(readConfig(process.env), say)
    try {
      await migrate(database.sql, SQL_DIR, say)
      say(`The database at ${database.place} is up to date`)
    } finally {
      await database.close()
    }
  },
}
