import { type Result, ratioOf } from './measure.ts'
import { contestName, TOKEN_HOLDERS } from './questions/list-orders.ts'

/** A promise that the bench holds us to. */
export interface Check {
  readonly what: string
  readonly found: string
  readonly passed: boolean
}

const LEAST_LIST_RATIO = 0.7
const MOST_MEGABYTES = 150
const MOST_SECONDS = 3

/** A list must not slow down as the shop grows. */
export function checkLists(results: readonly Result[], small: number, large: number): Check[] {
  const named = (wanted: string) => results.filter(({ name }) => name === wanted)
  return TOKEN_HOLDERS.flatMap((holder) => {
    const bigOnes = named(contestName(large, holder))
    return named(contestName(small, holder)).flatMap((little, index) => {
      const big = bigOnes[index]
      return big ? [checkList(big, little)] : []
    })
  })
}

function checkList(big: Result, little: Result): Check {
  const { median, min, max } = ratioOf(big.till.rates, little.till.rates)
  return {
    what: `"${big.name}" against "${little.name}", ${big.connections} connections: at least ${LEAST_LIST_RATIO}`,
    found: `${median.toFixed(2)} (${min.toFixed(2)}..${max.toFixed(2)})`,
    passed: median >= LEAST_LIST_RATIO,
  }
}

export interface Idle {
  /** Megabytes when it said that it is ready, and after some idle seconds. */
  readonly ready: number
  readonly idle: number
}

export function checkMemory({ ready, idle }: Idle): Check {
  return {
    what: `memory of the idle Node process: below ${MOST_MEGABYTES} MB`,
    found: `${idle.toFixed(0)} MB (${ready.toFixed(0)} MB when it became ready)`,
    passed: Math.max(ready, idle) < MOST_MEGABYTES,
  }
}

export function checkStart(milliseconds: number): Check {
  return {
    what: `second start, with its Postgres, until ready: within ${MOST_SECONDS} s`,
    found: `${(milliseconds / 1000).toFixed(2)} s`,
    passed: milliseconds <= MOST_SECONDS * 1000,
  }
}
