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
const asksForHelp = ['help', '--help', '-h'].includes(name) || args.includes('--help') || args.includes('-h')
const problem = asksForHelp ? null : refusalOf(command, args)

if (asksForHelp || problem !== null) {
  const lines = Object.entries(COMMANDS).map(([key, { summary }]) => `  ${key.padEnd(10)} ${summary}`)
  process.stdout.write(`${problem === null ? '' : `${problem}\n\n`}till COMMAND\n\n${lines.join('\n')}\n`)
  if (problem !== null) process.exitCode = 1
} else {
  command
    ?.run(args, (line) => process.stdout.write(`${line}\n`))
    .catch((error: unknown) => {
      const text = error instanceof StartupProblem ? error.message : (error as Error).stack
      process.stderr.write(`${text}\n`)
      process.exit(1)
    })
}

/** What is wrong with the call, before anything is done. */
function refusalOf(known: Command | undefined, given: readonly string[]): string | null {
  if (!known) return `There is no command ${name}.`
  const stranger = given.find((word) =>
    word.startsWith('-') ? !known.flags?.includes(word) : known.takesWords !== true,
  )
  return stranger === undefined ? null : `till ${name} does not know ${stranger}.`
}
