import './formats.ts'
import type { TSchema } from 'typebox'
import Schema, { type Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import type { InputIssue } from '../../kernel/invalid-input.ts'
import { issuesFrom } from './input-issues.ts'

Settings.Set({ maxErrors: 64 })

type Place = 'body' | 'query' | 'path'

/** Checks a value by its schema; an empty list means that it fits. */
export type Check = (value: unknown) => InputIssue[]

export function checkOf(schema: TSchema, place: Place): Check {
  const validator: Validator = Schema.Compile(schema)
  return (value) => {
    if (validator.Check(value)) return []
    const [, errors] = validator.Errors(value)
    return issuesFrom(errors, value, place, schema)
  }
}

/** With `Prefer: handling=strict`: fields that the schema does not know, at every depth that it describes. */
export function unknownFields(schema: TSchema, value: unknown, loc: (string | number)[] = ['body']): InputIssue[] {
  const shape = schema as {
    properties?: Record<string, TSchema>
    additionalProperties?: unknown
    items?: TSchema
  }
  if (Array.isArray(value)) {
    const { items } = shape
    return items ? value.flatMap((item, index) => unknownFields(items, item, [...loc, index])) : []
  }
  if (typeof value !== 'object' || value === null || !shape.properties || shape.additionalProperties) return []
  const known = shape.properties
  return Object.entries(value).flatMap(([key, inner]) => {
    const inside = Object.hasOwn(known, key) ? known[key] : undefined
    if (inside) return unknownFields(inside, inner, [...loc, key])
    return [
      {
        type: 'extra_forbidden',
        loc: [...loc, key],
        msg: 'This field is not known',
        input: inner,
      },
    ]
  })
}

/**
 * Unknown fields are ignored on purpose: they are taken off here, so that no operation can come to use one by accident.
 * Where a schema describes no properties (free-form objects, choices), the value stays as it is.
 */
export function knownFields(schema: TSchema, value: unknown): unknown {
  const shape = schema as { properties?: Record<string, TSchema>; additionalProperties?: unknown; items?: TSchema }
  if (Array.isArray(value)) {
    const { items } = shape
    return items ? value.map((item) => knownFields(items, item)) : value
  }
  if (typeof value !== 'object' || value === null || !shape.properties || shape.additionalProperties) return value
  const known: Record<string, unknown> = {}
  for (const [key, inside] of Object.entries(shape.properties)) {
    if (Object.hasOwn(value, key)) known[key] = knownFields(inside, (value as Record<string, unknown>)[key])
  }
  return known
}
