import { parseArgs } from 'node:util'
import type { Role } from '../../entry/compose.ts'
import { serve } from '../../entry/serve.ts'
import { readConfig } from '../../platform/config.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Command } from '../command.ts'

/** Two Ctrl-C this close together are one: npm passes on what the terminal already sent to the whole group. */
const ECHO_MILLISECONDS = 500

/** What runs is finished first, a start too; a second signal, later, stops at once. */
export const start: Command = {
  summary: 'starts the server',
  flags: { '--role ROLE': 'api answers requests, worker does what happens without one; both when it is left out' },
  takesWords: true,
  async run(args, say) {
    const starting = serve(readConfig(process.env), roleOf(args), say)
    let askedAt: number | null = null
    const finish = async (signal: NodeJS.Signals): Promise<void> => {
      if (askedAt !== null) {
        if (Date.now() - askedAt > ECHO_MILLISECONDS) process.exit(1)
        return
      }
      askedAt = Date.now()
      say(`Stopping (${signal}); finishing what runs`)
      // A start that fails ends by itself, and says why.
      const running = await starting.catch(() => null)
      if (running !== null) await stopAndExit(running, say)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, finish)
    await starting
  },
}

async function stopAndExit(running: { stop(): Promise<void> }, say: (line: string) => void): Promise<never> {
  try {
    await running.stop()
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  }
  say('Stopped')
  process.exit(0)
}

const ROLES: readonly Role[] = ['all', 'api', 'worker']

function roleOf(args: readonly string[]): Role {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { role: { type: 'string', default: 'all' } },
    allowPositionals: true,
  })
  const [word] = positionals
  if (word !== undefined) throw new StartupProblem(`till start does not know ${word}.`)
  const role = ROLES.find((known) => known === values.role)
  if (role) return role
  throw new StartupProblem(`--role should be api or worker; it is "${values.role}".`)
}
