import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { allRoutes } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { checkOf } from '../../src/platform/http/validate.ts'

const routes = allRoutes({
  baseUrl: 'http://localhost:4242',
  checkoutHours: 24,
  box: new SecretBox('a secret key for tests, and for nothing else'),
})

/** Every choice between several forms that a body or a query can hold, with the operations that take it. */
function choices(): [string, TSchema][] {
  const found = new Map<string, { readonly schema: TSchema; readonly places: Set<string> }>()
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('anyOf' in schema || 'oneOf' in schema) {
      const key = JSON.stringify(schema)
      const seen = found.get(key) ?? { schema: schema as TSchema, places: new Set() }
      found.set(key, { ...seen, places: seen.places.add(place) })
    }
    for (const [name, inner] of Object.entries(schema)) if (name !== 'examples') look(inner, place)
  }
  for (const { spec } of routes) for (const schema of [spec.query, spec.body]) look(schema, spec.operationId)
  return [...found.values()].map(({ schema, places }) => [[...places].join(', '), schema])
}

it('there are some', () => expect(choices().length).toBeGreaterThan(1))

it.each(choices())('in %s: what fits none of the forms is told all of them', (_, schema) => {
  // No form of ours takes a list of objects, so this fits none.
  const [issue, ...others] = checkOf(schema, 'body')([{ not: 'accepted' }])
  expect(others).toEqual([])
  expect(issue?.msg).toMatch(/^Input should be .+/)
  expect(issue?.msg).not.toMatch(/undefined|accepted form/)
})
