import type { ApiDocument, JsonSchema } from '../../../src/platform/openapi/document.ts'
import type { Place } from '../../contract/references.ts'

/** A schema of the API description, with the parts of it that matter here. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Shape
  readonly items?: Shape | boolean
  readonly prefixItems?: readonly Shape[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** The description's schemas with every reference followed. No shape of ours contains itself. */
export function expand(document: ApiDocument, schema: unknown): Shape {
  if (Array.isArray(schema)) return schema.map((part) => expand(document, part)) as unknown as Shape
  if (typeof schema !== 'object' || schema === null) return schema as Shape
  const { $ref, ...rest } = schema as JsonSchema
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
  const target = name === undefined ? {} : expand(document, document.components.schemas[name])
  const own = Object.entries(rest).map(([keyword, value]) => {
    return [keyword, keyword === 'examples' || keyword === 'example' ? value : expand(document, value)]
  })
  return { ...target, ...Object.fromEntries(own) }
}

export const choicesOf = ({ anyOf, oneOf }: Shape): readonly Shape[] => anyOf ?? oneOf ?? []

/** Every place that a shape describes, with what it says of it. */
export function placesOf(shape: Shape, place: Place = []): readonly (readonly [Place, Shape])[] {
  const { properties = {}, items, prefixItems = [] } = shape
  return [
    [place, shape],
    ...choicesOf(shape).flatMap((choice) => placesOf(choice, place).filter(([inner]) => inner.length > place.length)),
    ...Object.entries(properties).flatMap(([name, part]) => placesOf(part, [...place, name])),
    ...(typeof items === 'object' ? placesOf(items, [...place, 0]) : []),
    ...prefixItems.flatMap((part) => placesOf(part, [...place, 0])),
  ]
}
