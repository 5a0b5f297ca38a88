import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const REPOSITORY = resolve(import.meta.dirname, '../../..')
export const PAGE = resolve(REPOSITORY, 'docs/conformance.md')

/** A curl line of the page, with what it answered when it was written down. */
export interface Example {
  readonly title: string
  readonly command: string
  readonly status: { readonly line: number; readonly code: number }
  readonly answers: readonly Recorded[]
  /** Values that later lines use: the name of the variable, and where the answer has the value. */
  readonly kept: readonly { readonly variable: string; readonly part: string }[]
}

/** A JSON block: the whole answer, or a part of it. */
export interface Recorded {
  readonly part: string
  readonly from: number
  readonly to: number
  readonly json: string
}

/** A row of a table of promises. */
export interface Promised {
  readonly promise: string
  readonly heldBy: string
}

export const linesOf = (page: string) => page.split('\n')
export const readPage = () => readFileSync(PAGE, 'utf8')

/**
 * An example is a `sh` block, the line "Status `200`", JSON blocks (each after its part, as in "`items[0].user`:", or
 * for the whole answer), and lines such as "Keep `id` as `$ORDER_ID`."
 */
export function examplesOf(page: string): Example[] {
  const lines = linesOf(page)
  const starts = lines.flatMap((line, at) => (line === '```sh' ? [at] : []))
  return starts.map((start, i) => exampleFrom(lines, start, starts[i + 1] ?? lines.length))
}

function exampleFrom(lines: readonly string[], start: number, end: number): Example {
  const title = lines.slice(0, start).findLast((line) => line.startsWith('#'))
  const close = lines.indexOf('```', start)
  const rest = range(close + 1, sectionEnd(lines, close + 1, end))
  const statusLine = rest.find((at) => /^Status `\d{3}`/.test(lines[at] ?? ''))
  if (statusLine === undefined) throw new Error(`line ${start + 1} of the page: a curl line without a status`)
  return {
    title: title?.replace(/^#+ /, '') ?? '',
    command: lines.slice(start + 1, close).join('\n'),
    status: { line: statusLine, code: Number(/\d{3}/.exec(lines[statusLine] ?? '')?.[0]) },
    answers: rest.filter((at) => lines[at] === '```json').map((at) => recordedFrom(lines, at)),
    kept: rest.flatMap((at) => {
      const [, part, variable] = /^Keep `(.+)` as `\$(\w+)`\.$/.exec(lines[at] ?? '') ?? []
      return part === undefined || variable === undefined ? [] : [{ part, variable }]
    }),
  }
}

function sectionEnd(lines: readonly string[], from: number, end: number): number {
  const heading = range(from, end).find((at) => /^#+ /.test(lines[at] ?? ''))
  return heading ?? end
}

function recordedFrom(lines: readonly string[], at: number): Recorded {
  const to = lines.indexOf('```', at)
  const label = lines.slice(0, at).findLast((line) => line !== '' && !line.startsWith('<'))
  const part = /^`([^`]+)`:$/.exec(label ?? '')?.[1] ?? ''
  return { part, from: at + 1, to, json: lines.slice(at + 1, to).join('\n') }
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

export function promisesOf(page: string): Promised[] {
  return linesOf(page).flatMap((line) => {
    const [, promise, heldBy] = /^\| (.+?) \| (.+?) \|$/.exec(line) ?? []
    return promise === undefined || heldBy === undefined || promise === 'Promise' || /^-+$/.test(promise)
      ? []
      : [{ promise, heldBy }]
  })
}

/** `[etags](../server/test/http/etags.test.ts) “304: %s”`, where the title may follow that of its group and `›`. */
export function testsNamedIn(heldBy: string): { file: string; titles: string[] }[] {
  return [...heldBy.matchAll(/\[[^\]]+\]\(\.\.\/(server\/[^)]+\.test\.ts)\) “([^”]+)”/g)].map(
    ([, file = '', title = '']) => ({
      file,
      titles: title.split(' › '),
    }),
  )
}

/** The part of a body that a path such as `items[0].user` names. */
export function partOf(body: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], body)
}
