import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTill, type TestTill } from '../support/till.ts'
import { lasting, shortened } from './conformance-answer.ts'
import {
  type Example,
  examplesOf,
  linesOf,
  PAGE,
  partOf,
  promisesOf,
  REPOSITORY,
  readPage,
  testsNamedIn,
} from './conformance-page.ts'
import { OPERATIONS } from './document-shapes.ts'

/** Writes what does not fit any more into the page, instead of failing. */
const isUpdate = process.env.UPDATE_CONFORMANCE === '1'
const page = readPage()
const examples = examplesOf(page)
const promises = promisesOf(page)
const changes = new Map<number, string[]>()

let till: TestTill
/** What the lines of the page use, filled as they are run, from top to bottom. */
const variables: Record<string, string> = {}

beforeAll(async () => {
  till = await startTill()
  Object.assign(variables, { TILL: till.url, TOKEN: till.ownerToken })
})
afterAll(async () => {
  await till.stop()
  if (isUpdate) writeFileSync(PAGE, rewritten())
})

const run = promisify(execFile)

/** The line as it stands on the page, in a shell; only the status is asked for as well. */
async function curl(command: string): Promise<{ status: number; body: unknown }> {
  const shell = run('sh', ['-c', `${command} -sS -w '\\n%{http_code}'`], {
    env: { PATH: process.env.PATH, ...variables },
  })
  const { stdout } = await shell.catch((error: { code?: unknown; stderr?: string }) => {
    if (error.code === 127) throw new Error('curl is missing: install it, because the page shows curl lines')
    throw new Error(`curl failed: ${error.stderr}`)
  })
  const cut = stdout.lastIndexOf('\n')
  const text = stdout.slice(0, cut)
  return { status: Number(stdout.slice(cut + 1)), body: text === '' ? undefined : JSON.parse(text) }
}

describe('the lines of the page', () => {
  it.each(examples.map((example) => [example.title, example] as const))('%s', async (_, example) => {
    const { status, body } = await curl(example.command)
    for (const { variable, part } of example.kept) variables[variable] = String(partOf(body, part))
    if (isUpdate) note(example, status, body)
    else compare(example, status, body)
  })
})

function compare({ status: recorded, answers }: Example, status: number, body: unknown): void {
  expect({ status, body }).toMatchObject({ status: recorded.code })
  for (const { part, json } of answers) {
    expect(lasting(shortened(partOf(body, part)))).toEqual(lasting(JSON.parse(json)))
  }
}

function note({ status: recorded, answers }: Example, status: number, body: unknown): void {
  changes.set(recorded.line, [`Status \`${status}\`:`.replace(/:$/, answers.length > 0 ? ':' : '.')])
  for (const { part, from, to, json } of answers) {
    const answer = shortened(partOf(body, part))
    // What still fits stays as it is, so that an update changes only what has changed.
    if (JSON.stringify(lasting(answer)) === JSON.stringify(lasting(parsed(json)))) continue
    for (let at = from; at < to; at++) changes.set(at, [])
    changes.set(to, [...linesOf(JSON.stringify(answer, null, 2)), '```'])
  }
}

function parsed(json: string): unknown {
  return json === '' ? undefined : JSON.parse(json)
}

function rewritten(): string {
  return linesOf(page)
    .flatMap((line, at) => changes.get(at) ?? [line])
    .join('\n')
}

describe('the page', () => {
  it('runs every documented operation', () => {
    const run = examples.map(({ command }) => command.replace(/\$\w*(ID|SECRET)\b/g, '{}'))
    const isRun = (operation: string) => {
      const [method, path = ''] = operation.split(' ')
      const template = path.replace(/\{\w+\}/g, '{}')
      return run.some(
        (command) =>
          (/-X (\w+)/.exec(command)?.[1] ?? 'GET') === method &&
          new RegExp(`\\$TILL${escaped(template)}[?" ]`).test(command),
      )
    }
    expect(Object.keys(OPERATIONS).filter((operation) => !isRun(operation))).toEqual([])
  })

  it('names a test for every promise, or says that it is not held yet', () => {
    const unheld = promises.filter(({ heldBy }) => heldBy !== 'not yet' && testsNamedIn(heldBy).length === 0)
    expect(promises.length).toBeGreaterThan(100)
    expect(unheld).toEqual([])
  })

  it('names only tests that exist', () => {
    const named = promises.flatMap(({ heldBy }) => testsNamedIn(heldBy))
    expect(named.filter(({ file, titles }) => !isTest(file, titles))).toEqual([])
    expect(isTest('server/test/contract/conformance.test.ts', ['nobody promised this'])).toBe(false)
  })
})

describe('the comparison itself', () => {
  const example = [
    ...['## An order', '', '```sh', 'curl "$TILL/v1/orders/$ID"', '```', '', 'Status `200`:', ''],
    ...['```json', '{', '  "id": "01a1dd3a-430e-7000-b967-a22bf0073632",', '  "amount": 5', '}', '```', ''],
    ...['`user`:', '', '```json', '{"name": "Ada"}', '```', '', 'Keep `user.id` as `$USER_ID`.'],
  ].join('\n')
  const [read] = examplesOf(example)
  const body = { id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', amount: 5 }

  it('reads an example with its status, its parts and what is kept', () => {
    expect(read).toMatchObject({
      title: 'An order',
      command: 'curl "$TILL/v1/orders/$ID"',
      status: { code: 200 },
      answers: [{ part: '' }, { part: 'user', json: '{"name": "Ada"}' }],
      kept: [{ part: 'user.id', variable: 'USER_ID' }],
    })
  })

  it('overlooks another id, and nothing else', () => {
    const recorded = lasting(JSON.parse(read?.answers[0]?.json ?? ''))
    expect(lasting(shortened(body))).toEqual(recorded)
    expect(lasting(shortened({ ...body, amount: 6 }))).not.toEqual(recorded)
    expect(lasting(shortened({ ...body, more: null }))).not.toEqual(recorded)
    expect(lasting(shortened({ ...body, id: 'order-1' }))).not.toEqual(recorded)
    expect(lasting(shortened({ id: body.id }))).not.toEqual(recorded)
  })

  it('shows no secret', () => {
    const secret = `till_cst_${'a'.repeat(43)}`
    expect(shortened({ token: secret, url: `http://till.example.com/checkout/${secret}` })).toEqual({
      token: 'till_cst_aaaa…',
      url: 'http://till.example.com/checkout/till_cst_aaaa…',
    })
    expect(readPage()).not.toMatch(/till_(?:cs|cl|cst|oat|pat)_\w{5}/)
  })
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Whether the file calls something with each of these titles first, as `describe`, `it` and `it.each` are called. */
function isTest(file: string, titles: readonly string[]): boolean {
  const path = resolve(REPOSITORY, file)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8').replaceAll("\\'", "'")
  return titles.every((title) => new RegExp(`\\(\\s*(['"\`])${escaped(title)}\\1`).test(source))
}
