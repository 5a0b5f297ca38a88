import { parseArgs } from 'node:util'
import { StartupProblem } from '../../../platform/startup-problem.ts'

/** How large the instance gets. */
export interface ScaleSize {
  readonly organizations: number
  /** In each of the few organizations that have a large catalog; the others have two. */
  readonly products: number
  /** Also the number of license keys. */
  readonly orders: number
}

/** The organizations with a large catalog. The first of them has two fifths of all orders. */
export const LARGE_CATALOGS = 5

const FLAGS = {
  scale: { type: 'boolean' },
  again: { type: 'boolean' },
  organizations: { type: 'string', default: '10000' },
  products: { type: 'string', default: '1000' },
  orders: { type: 'string', default: '1000000' },
} as const

/** Below these, somebody would have nothing to sell, or nobody would buy. */
const LEAST = { organizations: 10, products: 10, orders: 1000 } as const
const MOST = 100_000_000

export function readSize(args: readonly string[]): ScaleSize {
  const values = parse(args)
  return {
    organizations: sizeOf('organizations', values.organizations),
    products: sizeOf('products', values.products),
    orders: sizeOf('orders', values.orders),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values
  } catch (error) {
    throw new StartupProblem((error as Error).message)
  }
}

function sizeOf(name: keyof typeof LEAST, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= LEAST[name] && value <= MOST) return value
  throw new StartupProblem(
    `--${name} should be a whole number from ${LEAST[name]} to ${MOST.toLocaleString('en-US')}; it is "${text}".`,
  )
}
