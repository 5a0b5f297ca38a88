import { readFile, writeFile } from 'node:fs/promises'
import { allRoutes } from '../../entry/compose.ts'
import { OPENAPI_FILE } from '../../entry/folders.ts'
import { openApiText } from '../../entry/openapi.ts'
import { SecretBox } from '../../kernel/secrets.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Command } from '../command.ts'

export const openapi: Command = {
  summary: 'checks openapi/openapi.json against the routes',
  flags: { '--write': 'brings it up to date instead' },
  async run(args, say) {
    const text = openApiText(allRoutes({ baseUrl: 'http://localhost', checkoutHours: 24, box: new SecretBox('') }))
    if (args.includes('--write')) {
      await writeFile(OPENAPI_FILE, text)
      say(`Wrote ${OPENAPI_FILE}`)
    } else if ((await readFile(OPENAPI_FILE, 'utf8').catch(() => '')) === text) {
      say('openapi/openapi.json is up to date')
    } else {
      throw new StartupProblem('openapi/openapi.json is not up to date. Run npm run openapi.')
    }
  },
}
