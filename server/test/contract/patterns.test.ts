import { expect, it } from 'vitest'
import { allRoutes } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'

const routes = allRoutes({
  baseUrl: 'http://localhost:4242',
  checkoutHours: 24,
  box: new SecretBox('a secret key for tests, and for nothing else'),
})

/** Every pattern that an input has to match, with the words for it. */
function patterns(): [operation: string, pattern: string, words: unknown][] {
  const found = new Map<string, [string, string, unknown]>()
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { pattern, patternMeans } = schema as { pattern?: unknown; patternMeans?: unknown }
    if (typeof pattern === 'string') found.set(`${place} ${pattern}`, [place, pattern, patternMeans])
    for (const [name, inner] of Object.entries(schema)) if (name !== 'examples') look(inner, place)
  }
  for (const { spec } of routes)
    for (const schema of [spec.params, spec.query, spec.body]) look(schema, spec.operationId)
  return [...found.values()]
}

it('there are some', () => expect(patterns().length).toBeGreaterThan(10))

it.each(patterns())('in %s: %s says in words what it wants', (_, __, words) => {
  expect(words).toMatch(/^[a-z].*[^.]$/)
})
