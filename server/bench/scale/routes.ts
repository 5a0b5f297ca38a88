import { randomBytes } from 'node:crypto'
import type { TSchema } from 'typebox'
import { allRoutes } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import type { Route } from '../../src/platform/http/route.ts'

/** A filter of a list, with the values that it can have when they are few. */
export interface Filter {
  readonly name: string
  readonly values: readonly string[] | null
}

type Properties = Readonly<Record<string, TSchema & { enum?: string[]; type?: string; items?: TSchema }>>

/** What every list takes. */
const COMMON = ['page', 'limit', 'sorting']

/** Everything that only reads: lists and single things, out of the very table that the server mounts. */
export function readingRoutes(): readonly Route[] {
  const box = new SecretBox(randomBytes(16).toString('hex'))
  const routes = allRoutes({ baseUrl: 'https://till.example.com', checkoutHours: 24, box })
  return routes.filter(({ mode, spec }) => mode === 'read' && spec.method === 'GET')
}

export function isList({ spec }: Route): boolean {
  return Object.hasOwn(propertiesOf(spec.answer), 'pagination')
}

export function filtersOf({ spec }: Route): Filter[] {
  return Object.entries(propertiesOf(spec.query))
    .filter(([name]) => !COMMON.includes(name))
    .map(([name, schema]) => ({ name, values: valuesOf(schema) }))
}

/** Some lists have one order only. */
export function canBeSorted({ spec }: Route): boolean {
  return Object.hasOwn(propertiesOf(spec.query), 'sorting')
}

/** The names in braces, each with the path before it. */
export function pathParameters({ spec }: Route): string[] {
  return [...spec.path.matchAll(/\{\w+\}/g)].map(({ index }) => spec.path.slice(0, index))
}

function propertiesOf(schema: TSchema | undefined): Properties {
  return ((schema ?? {}) as { properties?: Properties }).properties ?? {}
}

function valuesOf(schema: Properties[string]): readonly string[] | null {
  const { enum: values, type } = (schema.type === 'array' ? schema.items : schema) as Properties[string]
  if (type === 'boolean') return ['true', 'false']
  return values ?? null
}
