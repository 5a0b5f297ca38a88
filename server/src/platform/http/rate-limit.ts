import { isIPv6 } from 'node:net'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal, TooManyRequests } from '../../kernel/refusal.ts'
import type { Budget } from './route.ts'

export interface BudgetSize {
  readonly points: number
  readonly seconds: number
}

export type RateLimits = Readonly<Record<Budget, BudgetSize>>

/** Generous for a shop, tight enough that guessing keys or cards is hopeless. */
export const DEFAULT_LIMITS: RateLimits = {
  default: { points: 600, seconds: 60 },
  confirm: { points: 60, seconds: 60 },
  license_keys: { points: 300, seconds: 60 },
}

export type Headers = Readonly<Record<string, string>>

/** Counts per process: several processes each have a budget of their own. */
export class RateLimiter {
  readonly #budgets: ReadonlyMap<Budget, { size: BudgetSize; limiter: RateLimiterMemory }>

  constructor(limits: RateLimits) {
    const entries = Object.entries(limits) as [Budget, BudgetSize][]
    this.#budgets = new Map(
      entries.map(([name, size]) => [
        name,
        {
          size,
          limiter: new RateLimiterMemory({
            keyPrefix: name,
            points: size.points,
            duration: size.seconds,
          }),
        },
      ]),
    )
  }

  /** Takes one from the budget of a token, a session or an address; answers the headers that say what is left. */
  async take(budget: Budget, caller: string): Promise<Headers> {
    const entry = this.#budgets.get(budget)
    if (!entry) return {}
    try {
      return headersOf(budget, entry.size, await entry.limiter.consume(budgetOwner(caller)))
    } catch (rejected) {
      const result = rejected as RateLimiterRes
      const wait = String(Math.max(1, Math.ceil(result.msBeforeNext / 1000)))
      throw new Refusal(TooManyRequests, {
        headers: {
          ...headersOf(budget, entry.size, result),
          'retry-after': wait,
        },
      })
    }
  }
}

/**
 * Of an IPv6 address its /64: providers hand out nothing smaller, so one caller has 2^64 addresses to change between.
 * An IPv4 address is the same one in IPv6's spelling. Ids of tokens and sessions stay as they are.
 */
export function budgetOwner(caller: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(caller)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(caller)) return caller
  const [head = '', tail] = caller.replace(/%.*/, '').split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Each without leading zeros. An IPv4 address at the end stands for two, which never are among the first four. */
function groupsOf(text: string): string[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    return group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]
  })
}

function headersOf(budget: Budget, size: BudgetSize, result: RateLimiterRes): Headers {
  const reset = Math.ceil(result.msBeforeNext / 1000)
  return {
    ratelimit: `"${budget}";r=${Math.max(0, result.remainingPoints)};t=${reset}`,
    'ratelimit-policy': `"${budget}";q=${size.points};w=${size.seconds}`,
  }
}
