import { StartupProblem } from '../platform/startup-problem.ts'
import type { Command } from './command.ts'
import { backup } from './commands/backup.ts'
import { demo } from './commands/demo.ts'
import { listen } from './commands/listen.ts'
import { migrateOnly } from './commands/migrate.ts'
import { openapi } from './commands/openapi.ts'
import { restore } from './commands/restore.ts'
import { start } from './commands/start.ts'
import { token } from './commands/token.ts'
import { verify } from './commands/verify.ts'
import { helpOf, refusalOf } from './help.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  start,
  migrate: migrateOnly,
  token,
  demo,
  backup,
  restore,
  verify,
  listen,
  openapi,
}

const [name = 'help', ...args] = process.argv.slice(2)
const asksForHelp = ['help', '--help', '-h'].includes(name) || args.includes('--help') || args.includes('-h')
const problem = asksForHelp ? null : refusalOf(COMMANDS, name, args)

if (asksForHelp || problem !== null) {
  process.stdout.write(`${problem === null ? '' : `${problem}\n\n`}${helpOf(COMMANDS, name)}`)
  if (problem !== null) process.exitCode = 1
} else {
  COMMANDS[name]
    ?.run(args, (line) => process.stdout.write(`${line}\n`))
    .catch((error: unknown) => {
      const text = error instanceof StartupProblem ? error.message : (error as Error).stack
      process.stderr.write(`${text}\n`)
      process.exit(1)
    })
}
