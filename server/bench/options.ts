import { parseArgs } from 'node:util'

export interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly orders: number
  readonly json: string | undefined
  readonly profile: string | undefined
  readonly only: string | undefined
}

export const USAGE = `npm run bench [-- OPTIONS]

  --rounds N         how often each server takes its turn (5)
  --seconds N        how long a turn is (1.2)
  --connections N,N  how many requests are under way at once (8,32)
  --orders N         orders in the large shop; the small one has 1,000 (100000)
  --only TEXT        only the questions whose name contains this
  --json FILE        writes all figures to a file too
  --profile FOLDER   runs Till with a CPU profile, which costs some speed
`

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.2' },
      connections: { type: 'string', default: '8,32' },
      orders: { type: 'string', default: '100000' },
      only: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  return {
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: values.connections.split(',').map((text) => positive('connections', text)),
    orders: positive('orders', values.orders),
    only: values.only,
    json: values.json,
    profile: values.profile,
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (value > 0) return value
  throw new Error(`--${name} should be a number above 0; it is "${text}".`)
}
