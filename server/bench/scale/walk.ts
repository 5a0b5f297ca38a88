import type { Route } from '../../src/platform/http/route.ts'
import type { Ask } from '../load/request.ts'
import { spreadOf } from '../spread.ts'
import { type Case, casesOf } from './cases.ts'
import type { Holder, Instance } from './instance.ts'
import { isWithin } from './report.ts'
import { readingRoutes } from './routes.ts'
import { SHELF, shelfCase } from './shelf.ts'

export interface Found {
  readonly name: string
  readonly holder: string
  /** Medians, in milliseconds. */
  readonly small: number
  readonly large: number
  readonly total: number | null
}

const LIMIT = 10
/** As many as a process has connections: each plans a statement when it is first asked for it. */
const WARM_UP = 20
const LOOKS_AGAIN = 4

/**
 * Asks both instances for everything that can be read, in turn, so that whatever else the machine does hits both alike.
 * A page has the same number of items in both: rendering ten takes longer than rendering three, at any size.
 */
export async function walkAll(
  small: Instance,
  large: Instance,
  rounds: number,
  only: string,
  say: (line: string) => void,
): Promise<Found[]> {
  const found: Found[] = []
  const shelves = new Map<string, Case>()
  for (const holder of large.holders.filter(({ kind }) => kind === 'organization')) {
    shelves.set(holder.name, await shelfCase(small, large, holder))
  }
  for (const route of readingRoutes().filter(({ spec }) => spec.path.includes(only))) {
    say(`Measuring: ${route.spec.path}`)
    for (const holder of large.holders.filter(({ kind }) => mayAsk(route, kind))) {
      const other = small.holders.find(({ kind }) => kind === holder.kind)
      if (!other) throw new Error(`the small instance has no ${holder.kind} token`)
      const sides = [
        { instance: small, holder: other },
        { instance: large, holder },
      ] as const
      const shelf = route.spec.path === SHELF ? shelves.get(holder.name) : undefined
      for (const each of shelf ? [shelf] : await casesOf(route, small, other)) {
        const result = await compare(each, ...sides, rounds)
        if (result) found.push(result)
      }
    }
  }
  return found
}

function mayAsk({ spec }: Route, kind: Holder['kind']): boolean {
  const { access } = spec
  if (access.kind === 'customer_session') return kind === 'customer'
  if (access.kind === 'token' && access.isPersonal) return kind === 'personal'
  return kind === 'organization' || (access.kind === 'token' && kind === 'personal')
}

interface Side {
  readonly instance: Instance
  readonly holder: Holder
}

/**
 * What the machine did meanwhile passes, and what is slow stays slow. So where it takes too long, it is measured again,
 * until it no longer does or often enough: all measurements count.
 */
async function compare(each: Case, small: Side, large: Side, rounds: number): Promise<Found | null> {
  const [a, b] = [await asksOf(each, small), await asksOf(each, large)]
  // The small shop may have none of it, such as a subscription with a discount.
  if (a.asks.length === 0 || b.asks.length === 0) return null
  const limit = Math.max(1, Math.min(LIMIT, each.page === 'second' ? Math.floor((a.total ?? 0) / 2) : (a.total ?? 1)))
  const littleAsks = a.asks.map((ask) => paged(ask, each, limit, a.total, false))
  const largeAsks = b.asks.map((ask) => paged(ask, each, limit, b.total, true))
  const times = { small: [] as number[], large: [] as number[] }
  const measure = async (from: number, to: number) => {
    for (let round = from; round < to; round += 1) {
      const one = await time(small, littleAsks, round + WARM_UP)
      const two = await time(large, largeAsks, round + WARM_UP)
      if (round < 0) continue
      times.small.push(one)
      times.large.push(two)
    }
    const medians = { small: spreadOf(times.small).median, large: spreadOf(times.large).median }
    return { name: each.name, holder: large.holder.name, ...medians, total: b.total }
  }
  let found = await measure(-WARM_UP, rounds)
  for (let look = 1; !isWithin(found) && look <= LOOKS_AGAIN; look += 1) {
    found = await measure(look * rounds, (look + 1) * rounds)
  }
  return found
}

async function asksOf(each: Case, { instance, holder }: Side): Promise<{ asks: Ask[]; total: number | null }> {
  const paths = await each.paths(instance, holder)
  const asks = paths.map((path): Ask => ({ method: 'GET', path, token: holder.token }))
  const [first] = asks
  if (!first || each.page === undefined) return { asks, total: null }
  const { status, body } = await instance.caller.ask(first)
  const { pagination } = JSON.parse(body.toString()) as { pagination?: { total_count: number } }
  if (!pagination && status !== 503) throw new Error(`${first.path} answered ${status}: ${body.toString()}`)
  return { asks, total: pagination?.total_count ?? 0 }
}

/** A page far into the large list is compared with the first of the small one, which has as many items. */
function paged(ask: Ask, { page }: Case, limit: number, total: number | null, isLarge: boolean): Ask {
  if (page === undefined || total === null) return ask
  const last = Math.max(1, Math.floor(total / limit))
  const inner = isLarge ? { middle: Math.ceil(last / 2), last } : { middle: 1, last: 1 }
  const number = { first: 1, second: 2, 'past the end': last + 10, ...inner }[page]
  return { ...ask, path: `${ask.path}${ask.path.includes('?') ? '&' : '?'}limit=${limit}&page=${number}` }
}

async function time({ instance }: Side, asks: readonly Ask[], round: number): Promise<number> {
  const ask = asks[round % asks.length] as Ask
  const { status, body, milliseconds } = await instance.caller.ask(ask)
  // Cut short by the database's own limit: the time says so.
  if (status !== 200 && status !== 503) throw new Error(`${ask.path} answered ${status}: ${body.toString()}`)
  return milliseconds
}
