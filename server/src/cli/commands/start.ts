import { serve } from '../../entry/serve.ts'
import { readConfig } from '../../platform/config.ts'
import type { Command } from '../command.ts'

/** What runs is finished first; a second signal stops at once. */
export const start: Command = {
  summary: 'starts the server',
  async run(_args, say) {
    const running = await serve(readConfig(process.env), say)
    const finish = (signal: NodeJS.Signals) => {
      say(`Stopping (${signal}); finishing what runs`)
      process.once('SIGINT', () => process.exit(1))
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    }
    process.once('SIGTERM', finish)
    process.once('SIGINT', finish)
  },
}
