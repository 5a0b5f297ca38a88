import { parseArgs } from 'node:util'
import { knownAddresses } from '../../entry/last-address.ts'
import { parsedUrl } from '../../kernel/url.ts'
import { readConfig } from '../../platform/config.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Command } from '../command.ts'
import { findServer } from '../listen/find-server.ts'
import { forwardEvents } from '../listen/forward-events.ts'
import { secretOfFolder } from '../listen/secret.ts'

const EXAMPLE = 'npm run till -- listen --forward http://localhost:3000/hook'

export const listen: Command = {
  summary: 'forwards events to an address of this machine as they happen, signed like webhooks; needs TILL_TOKEN',
  flags: {
    '--forward URL': 'where they go',
    '--organization ID': 'whose events, by id or slug; may be left out when there is one only',
    '--types A,B': 'only events of these types',
    '--after N': 'begins after the event with this number, and not with what happens next',
    '--secret TEXT': 'signs with this; without it, with a secret that is kept in the data folder as listen.secret',
  },
  takesWords: true,
  async run(args, say) {
    const { forward, organization, types, after, secret } = flagsOf(args)
    const config = readConfig(process.env)
    const token = tokenOf(process.env.TILL_TOKEN)
    const given = { forward: urlOf(forward), after: numberOf(after) }
    const signing = secret === undefined ? await secretOfFolder(config.dataDir) : secretOf(secret)
    const address = await findServer(await knownAddresses(config, Boolean(process.env.PORT)))
    const control = new AbortController()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => control.abort())
    await forwardEvents({
      ...given,
      source: { address, token },
      secret: signing,
      organization,
      types: types?.split(',').map((type) => type.trim()) ?? [],
      signal: control.signal,
      say,
    })
  },
}

function flagsOf(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { forward: text, organization: text, types: text, after: text, secret: text }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new StartupProblem(`${(error as Error).message} Try: ${EXAMPLE}`)
  }
}

function tokenOf(text: string | undefined): string {
  if (text) return text
  throw new StartupProblem('Set TILL_TOKEN to an access token that may read events; npm run token makes one.')
}

/** As the secrets of endpoints are. */
function secretOf(text: string): string {
  if (text.length >= 8 && text.length <= 256) return text
  throw new StartupProblem('--secret should have 8 to 256 characters, like the secret of an endpoint.')
}

function urlOf(text: string | undefined): URL {
  const url = text !== undefined && /^https?:\/\//i.test(text) ? parsedUrl(text) : null
  if (url !== null) return url
  throw new StartupProblem(`--forward should be an http or https address. Try: ${EXAMPLE}`)
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,15}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new StartupProblem(`--after should be the number of an event; it is "${text}".`)
}
