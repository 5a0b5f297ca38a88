import { SHAPES, type Shape, type ShapeName, VALUES } from './document-shapes.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 2026-01-31T09:30:00.000Z, and a day that exists. */
function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const moment = new Date(value)
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value
}

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  timestamp: isTimestamp,
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  tax_id: (value) => Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string'),
}

/** What a look at some answers has found. */
export interface Findings {
  /** What is wrong, one sentence each. */
  readonly problems: string[]
  /** Which fields were seen with a value, as `shape.field`. */
  readonly filled: Set<string>
}

export const noFindings = (): Findings => ({ problems: [], filled: new Set() })

/** Compares a body with a shape, and everything inside it with the shapes of the parts. */
export function examine(name: ShapeName, body: unknown, findings: Findings, place: string = name): void {
  if (!isObject(body)) {
    findings.problems.push(`${place} should be an object, not ${JSON.stringify(body)}`)
    return
  }
  const { fields, absent = [], mayOmit = false }: Shape = SHAPES[name]
  for (const field of absent) {
    if (Object.hasOwn(body, field)) findings.problems.push(`${place}.${field} must not be there`)
  }
  for (const [field, type] of Object.entries(fields)) {
    if (!Object.hasOwn(body, field)) {
      if (!mayOmit) findings.problems.push(`${place}.${field} is missing`)
    } else if (body[field] !== null || !type.endsWith('?')) {
      examineValue(type.replace(/\?$/, ''), body[field], findings, `${place}.${field}`)
      if (!isEmptyList(body[field])) findings.filled.add(`${name}.${field}`)
    }
  }
}

function examineValue(type: string, value: unknown, findings: Findings, place: string): void {
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) findings.problems.push(`${place} should be a list, not ${JSON.stringify(value)}`)
    else for (const [i, item] of value.entries()) examineValue(type.slice(0, -2), item, findings, `${place}[${i}]`)
  } else if (Object.hasOwn(SHAPES, type)) {
    examine(type as ShapeName, value, findings, place)
  } else if (!fits(type, value)) {
    findings.problems.push(`${place} should be ${type}, not ${JSON.stringify(value)}`)
  }
}

function fits(type: string, value: unknown): boolean {
  const isPlain = PLAIN[type]
  if (isPlain) return isPlain(value)
  const values = VALUES[type]
  if (!values) throw new Error(`the tables name an unknown type: ${type}`)
  return typeof value === 'string' && values.includes(value)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
