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
  organizations: { type: 'string' },
  products: { type: 'string' },
  orders: { type: 'string' },
} as const

const USUAL: ScaleSize = { organizations: 10_000, products: 1000, orders: 1_000_000 }
/** Below these, somebody would have nothing to sell, or nobody would buy. */
const LEAST: ScaleSize = { organizations: 10, products: 10, orders: 1000 }
const MOST = 100_000_000

const SAYS_MORE = 'npm run till -- demo --help says what each is for.'

const figure = (value: number) => value.toLocaleString('en-US')
const range = (name: keyof ScaleSize) => `from ${figure(LEAST[name])} on; ${figure(USUAL[name])} when it is not said`

/** For the help. */
export const SCALE_FLAGS = {
  '--organizations N': `with --scale: how many organizations, ${range('organizations')}`,
  '--products N': `with --scale: how many products in each of ${LARGE_CATALOGS} large catalogs, ${range('products')}`,
  '--orders N': `with --scale: how many orders, and license keys, ${range('orders')}`,
} as const

/** Refuses sizes that are out of range, and a size for anything but the large data. */
export function readSize(args: readonly string[]): ScaleSize {
  const values = parse(args)
  const sizeOf = (name: keyof ScaleSize) => {
    const text = values[name]
    if (text === undefined) return USUAL[name]
    if (!values.scale) throw new StartupProblem(`--${name} needs --scale. ${SAYS_MORE}`)
    return wholeNumber(name, text)
  }
  return { organizations: sizeOf('organizations'), products: sizeOf('products'), orders: sizeOf('orders') }
}

/** How long it takes on two cores, roughly. How long it took is said when it is over. */
export function timeOf({ organizations, products, orders }: ScaleSize): string {
  const seconds = organizations / 400 + products / 200 + orders / 3000
  if (seconds < 20) return 'some seconds'
  if (seconds < 100) return 'about a minute'
  return seconds < 3600 ? 'some minutes' : 'hours'
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values
  } catch (error) {
    throw new StartupProblem((error as Error).message)
  }
}

function wholeNumber(name: keyof ScaleSize, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= LEAST[name] && value <= MOST) return value
  throw new StartupProblem(
    `--${name} should be a whole number from ${figure(LEAST[name])} to ${figure(MOST)}; it is "${text}".`,
  )
}
