import { StartupProblem } from '../platform/startup-problem.ts'
import type { Command } from './command.ts'
import { demo } from './commands/demo.ts'
import { migrateOnly } from './commands/migrate.ts'
import { openapi } from './commands/openapi.ts'
import { start } from './commands/start.ts'
import { token } from './commands/token.ts'

const COMMANDS: Readonly<Record<string, Command>> = { start, migrate: migrateOnly, token, demo, openapi }

const [name = 'help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined

if (command) {
  command
    .run(args, (line) => process.stdout.write(`${line}\n`))
    .catch((error: unknown) => {
      const text = error instanceof StartupProblem ? error.message : (error as Error).stack
      process.stderr.write(`${text}\n`)
      process.exit(1)
    })
} else {
  const lines = Object.entries(COMMANDS).map(([key, { summary }]) => `  ${key.padEnd(10)} ${summary}`)
  process.stdout.write(`till COMMAND\n\n${lines.join('\n')}\n`)
  if (name !== 'help' && name !== '--help') process.exitCode = 1
}
