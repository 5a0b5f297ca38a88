import type { Command } from '../command.ts'

export const demo: Command = {
  summary: 'fills an empty instance with a shop to try things with',
  async run(_args, say) {
    say('demo')
  },
}
