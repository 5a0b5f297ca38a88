import type { TSchema } from 'typebox'

/** A place in a body, such as `prices[].id`: names, and 0 for the first item of a list. */
export type Place = readonly (string | number)[]

interface Plain {
  readonly format?: string
  readonly properties?: Record<string, Plain>
  readonly items?: Plain
  readonly anyOf?: readonly Plain[]
}

/** Where a shape takes ids. */
export function idsIn(schema: TSchema | undefined, place: Place = []): Place[] {
  const { format, properties = {}, items, anyOf = [] } = (schema ?? {}) as Plain
  return [
    ...(format === 'uuid' ? [place] : []),
    ...Object.entries(properties).flatMap(([name, part]) => idsIn(part as TSchema, [...place, name])),
    ...(items ? idsIn(items as TSchema, [...place, 0]) : []),
    ...anyOf.flatMap((part) => idsIn(part as TSchema, place)),
  ]
}

/** `prices[].id` */
export const nameOfPlace = (place: Place) =>
  place.map((step, i) => (step === 0 ? '[]' : `${i === 0 ? '' : '.'}${step}`)).join('')

/** A body with a value put into a place, and everything on the way there made. A list has one item then. */
export function withValueAt(body: unknown, place: Place, value: unknown): unknown {
  const [step, ...rest] = place
  if (step === undefined) return value
  if (step === 0) return [withValueAt(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const known = (body ?? {}) as Record<string, unknown>
  return { ...known, [step]: withValueAt(known[String(step)], rest, value) }
}
