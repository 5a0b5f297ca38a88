import { isDeepStrictEqual } from 'node:util'
import type { Bytes } from './floor/bare.ts'
import type { Ask } from './load/request.ts'

/** Headers that belong to the connection; node:http sends its own. */
const HOP = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

export async function askOnce(port: number, { method, path, token, body }: Ask): Promise<Bytes> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !HOP.has(name)))
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return { status: response.status, headers, body: text }
}

/** Both servers have to give the same answer to the same question, or comparing their speed would mean nothing. */
export async function requireSameAnswers(question: Ask, tillPort: number, plainPort: number): Promise<Bytes> {
  const [ours, floors] = await Promise.all([askOnce(tillPort, question), askOnce(plainPort, question)])
  requireSame(`${question.method} ${question.path}`, JSON.parse(ours.body), JSON.parse(floors.body))
  if (ours.status !== floors.status) throw new Error(`${question.path}: ${ours.status} and ${floors.status}`)
  return ours
}

export function requireSame(what: string, ours: unknown, floors: unknown): void {
  const difference = differenceOf(masked(ours), masked(floors), what)
  if (difference !== undefined) throw new Error(`The plain server does not do the same as Till: ${difference}`)
}

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/till_(cs|cst)_\w+/g, '<secret>'],
  [/\*{4}-[0-9A-F]{6}/g, '<key>'],
]

/** Ids, times and secrets differ between two purchases; everything else has to be the same. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return MASKS.reduce((text, [pattern, name]) => text.replace(pattern, name), value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]))
}

function differenceOf(ours: unknown, floors: unknown, place: string): string | undefined {
  if (isDeepStrictEqual(ours, floors)) return undefined
  if (typeof ours === 'object' && typeof floors === 'object' && ours !== null && floors !== null) {
    const [a, b] = [ours as Record<string, unknown>, floors as Record<string, unknown>]
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = differenceOf(a[key], b[key], `${place} → ${key}`)
      if (found !== undefined) return found
    }
  }
  return `${place}: ${JSON.stringify(ours)} and ${JSON.stringify(floors)}`
}
