import { parseArgs } from 'node:util'
import { StartupProblem } from '../src/platform/startup-problem.ts'

export interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly orders: number
  readonly json: string | undefined
  readonly profile: string | undefined
  readonly only: string | undefined
  /** Measures nothing: only whether both servers do the same. */
  readonly isCheck: boolean
}

/** Orders in the shop that the large one is compared with. */
export const SMALL_SHOP = 1000

export const USAGE = `npm run bench [-- OPTIONS]

  --rounds N         how often each server takes its turn (5)
  --seconds N        how long a turn is (1)
  --connections N,N  how many requests are under way at once (8,32)
  --orders N         orders in the large shop; the small one has 1,000 (100000)
  --only TEXT        only the questions whose name contains this
  --check            measures nothing: only whether Till and the plain server give the same answers
  --json FILE        writes all figures to a file too
  --profile FOLDER   runs Till with a CPU profile, which costs some speed
  --scale            something else: every read at a million orders; --scale --help says more
  --grants           something else: a product's benefits change after 100,000 sales; --grants --help says more
  --webhooks         something else: from commit to receiver, and what purchases pay; --webhooks --help says more
`

const FLAGS = {
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '1' },
  connections: { type: 'string', default: '8,32' },
  orders: { type: 'string', default: '100000' },
  only: { type: 'string' },
  check: { type: 'boolean', default: false },
  json: { type: 'string' },
  profile: { type: 'string' },
} as const

export function readOptions(args: readonly string[]): Options {
  const values = parse(args)
  return {
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: values.connections.split(',').map((text) => positive('connections', text)),
    orders: aboveSmall(values.orders),
    only: values.only,
    isCheck: values.check,
    json: values.json,
    profile: values.profile,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values
  } catch (error) {
    throw new StartupProblem(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function aboveSmall(text: string): number {
  const orders = positive('orders', text)
  if (Number.isInteger(orders) && orders > SMALL_SHOP) return orders
  throw new StartupProblem(
    `--orders should be a whole number above ${SMALL_SHOP}, the size of the small shop; it is "${text}".`,
  )
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (value > 0) return value
  throw new StartupProblem(`--${name} should be a number above 0; it is "${text}".`)
}
