import { serve } from '../../entry/serve.ts'
import { readConfig } from '../../platform/config.ts'
import type { Command } from '../command.ts'

/** Two Ctrl-C this close together are one: npm passes on what the terminal already sent to the whole group. */
const ECHO_MILLISECONDS = 500

/** What runs is finished first; a second signal, later, stops at once. */
export const start: Command = {
  summary: 'starts the server',
  async run(_args, say) {
    const running = await serve(readConfig(process.env), say)
    let askedAt: number | null = null
    const finish = (signal: NodeJS.Signals) => {
      if (askedAt !== null) {
        if (Date.now() - askedAt > ECHO_MILLISECONDS) process.exit(1)
        return
      }
      askedAt = Date.now()
      say(`Stopping (${signal}); finishing what runs`)
      running.stop().then(
        () => {
          say('Stopped')
          process.exit(0)
        },
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, finish)
  },
}
