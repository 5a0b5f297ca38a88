import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Reply } from '../support/client.ts'

type Body = Reply['body']

const PAGE = resolve(import.meta.dirname, '../../../docs/guides/events.md')

/** Something that somebody does, and what was told of it. */
export interface ToldStep {
  readonly step: string
  readonly events: readonly Body[]
}

/** The table of a story, as it stands in the guide. */
export function tableOf(steps: readonly ToldStep[]): string {
  const rows = steps.flatMap(({ step, events }) =>
    events.length === 0
      ? [`| ${step} | nothing | | |`]
      : events.map((event, index) => `| ${index === 0 ? step : ''} | ${cellsOf(event)} |`),
  )
  return ['| What happens | Event | Version | Fields that changed |', '|---|---|---|---|', ...rows].join('\n')
}

function cellsOf({ type, object_version, previous_attributes }: Body): string {
  const changed = Object.keys(previous_attributes ?? {}).sort()
  return [`\`${type}\``, object_version, changed.map((field) => `\`${field}\``).join(', ')].join(' | ')
}

const beginningOf = (story: string) => `<!-- events of: ${story} -->\n`
const END = '\n<!-- end -->'

/** The stories that the guide tells, in its order. */
export function storiesIn(page = readFileSync(PAGE, 'utf8')): string[] {
  return [...page.matchAll(/<!-- events of: (.*) -->/g)].map(([, story = '']) => story)
}

/** The types in the list at the end. */
export function typesIn(page = readFileSync(PAGE, 'utf8')): string[] {
  const list = page.slice(page.indexOf('## All types'))
  return [...list.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, type = '']) => type)
}

export function printedTable(story: string, page = readFileSync(PAGE, 'utf8')): string {
  const [from, to] = placeOf(story, page)
  return page.slice(from, to)
}

export function rewriteTable(story: string, table: string): void {
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = placeOf(story, page)
  writeFileSync(PAGE, page.slice(0, from) + table + page.slice(to))
}

function placeOf(story: string, page: string): [from: number, to: number] {
  const beginning = beginningOf(story)
  const from = page.indexOf(beginning)
  if (from < 0) throw new Error(`docs/guides/events.md has no place for: ${story}`)
  return [from + beginning.length, page.indexOf(END, from)]
}
