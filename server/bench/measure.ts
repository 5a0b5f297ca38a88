import type { ChildProcess } from 'node:child_process'
import type { Measured, Task } from './load/plan.ts'
import type { Options } from './options.ts'
import { nextMessage } from './processes.ts'
import type { Contest, Contestant, Question, ServerName } from './question.ts'
import { type Spread, spreadOf } from './spread.ts'

export interface Helpers {
  readonly generator: ChildProcess
  readonly bare: ChildProcess
}

export interface Series {
  readonly server: ServerName
  readonly rates: readonly number[]
  readonly rate: Spread
  readonly p50: number
  readonly p99: number
}

export interface Result {
  readonly name: string
  readonly unit: string
  readonly connections: number
  readonly till: Series
  readonly floors: readonly (Series & { readonly ratio: Spread })[]
}

/** Code that has run a few thousand times is compiled; before that, a turn would measure the compiler. */
const WARM_UP_SECONDS: Readonly<Record<ServerName, number>> = { till: 2.5, plain: 2.5, bare: 0.5 }

export async function warmUp(question: Question, connections: number, helpers: Helpers): Promise<void> {
  for (const contestant of contestantsOf(question)) {
    await turn(contestant, connections, WARM_UP_SECONDS[contestant.server], helpers)
  }
}

/** Every server of every contest in turn, several times over. */
export async function measure(
  question: Question,
  connections: number,
  { rounds, seconds }: Options,
  helpers: Helpers,
): Promise<Result[]> {
  const contestants = contestantsOf(question)
  const turns = new Map<Contestant, Measured[]>(contestants.map((contestant) => [contestant, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      turns.get(contestant)?.push(await turn(contestant, connections, seconds, helpers))
    }
  }
  return question.contests.map((contest) => resultOf(contest, connections, turns))
}

function contestantsOf(question: Question): Contestant[] {
  return question.contests.flatMap((contest) => [contest.till, ...contest.floors])
}

async function turn(
  contestant: Contestant,
  connections: number,
  seconds: number,
  { generator, bare }: Helpers,
): Promise<Measured> {
  if (contestant.bytes) {
    bare.send(contestant.bytes)
    await nextMessage(bare)
  }
  const task: Task = { plan: contestant.plan, port: contestant.port, connections, seconds }
  generator.send(task)
  const outcome = await nextMessage<{ measured: Measured } | { error: string }>(generator)
  if ('error' in outcome) throw new Error(`While measuring ${contestant.server}: ${outcome.error}`)
  return outcome.measured
}

function resultOf(contest: Contest, connections: number, turns: ReadonlyMap<Contestant, Measured[]>): Result {
  const till = seriesOf(contest.till, turns)
  const floors = contest.floors.map((floor) => {
    const series = seriesOf(floor, turns)
    return { ...series, ratio: ratioOf(till.rates, series.rates) }
  })
  return { name: contest.name, unit: contest.unit, connections, till, floors }
}

function seriesOf(contestant: Contestant, turns: ReadonlyMap<Contestant, Measured[]>): Series {
  const measured = turns.get(contestant) ?? []
  const rates = measured.map(({ rate }) => rate)
  return {
    server: contestant.server,
    rates,
    rate: spreadOf(rates),
    p50: spreadOf(measured.map(({ p50 }) => p50)).median,
    p99: spreadOf(measured.map(({ p99 }) => p99)).median,
  }
}

/** Round by round: two turns that follow each other had the same machine. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  return spreadOf(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
}
