import { availableParallelism, cpus } from 'node:os'
import type { Check } from './checks.ts'
import type { Result, Series } from './measure.ts'
import type { Spread } from './spread.ts'

export interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly platform: string
  readonly node: string
  readonly postgres: string
  /** Of the minute before the bench began. */
  readonly load: number
}

export function machineOf(postgres: string, load: number): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() || 'unknown',
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres,
    load,
  }
}

export function machineText(machine: Machine): string {
  const { cores, cpu, platform, node, postgres, load } = machine
  const lines = [
    `${cores} cores (${cpu}), ${platform}, Node ${node.slice(1)}, Postgres ${postgres}.`,
    `Till, Postgres and the load generator share these ${cores} cores: rates are what is left for a server beside them.`,
  ]
  if (load > cores / 4) lines.push(`Other programs were busy (load ${load.toFixed(1)}): compare ratios, not rates.`)
  return lines.join('\n')
}

const HEAD = ['', 'conn.', 'server', 'per second (median, min..max)', 'p50 ms', 'p99 ms', 'Till / floor (min..max)']

/** One line for Till and one for each of its floors. */
export function tableText(results: readonly Result[]): string {
  const rows = results.flatMap(({ name, connections, till, floors }) => [
    [name, String(connections), ...seriesCells(till), ''],
    ...floors.map((floor) => ['', '', ...seriesCells(floor), ratioText(floor.ratio)]),
  ])
  return aligned([HEAD, ...rows])
}

function seriesCells({ server, rate, p50, p99 }: Series): string[] {
  const [median, min, max] = [rate.median, rate.min, rate.max].map((value) => Math.round(value).toLocaleString('en-US'))
  return [server, `${median} (${min}..${max})`, p50.toFixed(1), p99.toFixed(1)]
}

function ratioText({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}..${max.toFixed(2)})`
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

export function checksText(checks: readonly Check[]): string {
  return checks.map(({ what, found, passed }) => `${passed ? 'ok    ' : 'FAILED'}  ${what}: ${found}`).join('\n')
}
