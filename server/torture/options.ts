import { parseArgs } from 'node:util'
import { StartupProblem } from '../src/platform/startup-problem.ts'

export interface Options {
  readonly kills: number
  readonly confirms: number
  readonly buyers: number
  readonly seed: number
  readonly paths: readonly Path[]
}

/** `inline`: one transaction. `remote`: every payment by way of a processor. */
export type Path = 'inline' | 'remote'

export const USAGE = `npm run torture [-- OPTIONS]

  --kills N          how often something is killed at least, in each path (60)
  --confirms N       confirms that are answered with 200 at least, in each path (6000)
  --buyers N         how many buy at once (64)
  --path NAME        inline or remote; both when it is left out
  --seed N           which moments and which victims (the day's number)
`

const FLAGS = {
  kills: { type: 'string', default: '60' },
  confirms: { type: 'string', default: '6000' },
  buyers: { type: 'string', default: '64' },
  path: { type: 'string' },
  seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
  help: { type: 'boolean', default: false },
} as const

/** Null when only the usage was asked for. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args)
  if (values.help) return null
  return {
    kills: wholeNumber('kills', values.kills),
    confirms: wholeNumber('confirms', values.confirms),
    buyers: wholeNumber('buyers', values.buyers),
    seed: wholeNumber('seed', values.seed),
    paths: pathsOf(values.path),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values
  } catch (error) {
    throw new StartupProblem(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function pathsOf(text: string | undefined): readonly Path[] {
  if (text === undefined) return ['inline', 'remote']
  if (text === 'inline' || text === 'remote') return [text]
  throw new StartupProblem(`--path should be inline or remote; it is "${text}".`)
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  throw new StartupProblem(`--${name} should be a whole number; it is "${text}".`)
}
