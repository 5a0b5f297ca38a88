import { openDatabase } from '../../entry/database.ts'
import { SQL_DIR } from '../../entry/folders.ts'
import { makeOwnerToken } from '../../entry/owner.ts'
import { readConfig } from '../../platform/config.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import type { Command } from '../command.ts'

export const token: Command = {
  takesWords: true,
  summary: "makes a personal access token of the owner's, with all scopes",
  async run(args, say) {
    const database = await openDatabase(readConfig(process.env), () => {})
    try {
      await migrate(database.sql, SQL_DIR)
      say(await makeOwnerToken(database.sql, args.join(' ') || 'Made by till token'))
    } finally {
      await database.close()
    }
  },
}
