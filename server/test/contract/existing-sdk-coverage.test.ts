import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allRoutes } from '../../src/entry/compose.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { answeredCalls, PARTS, type Part, partOf } from '../support/existing-sdk-calls.ts'
import { SDK_VERSIONS } from '../support/existing-sdks.ts'

const routes = allRoutes({ baseUrl: 'http://till.example.com', checkoutHours: 24, box: new SecretBox('for a list') })

describe.each(SDK_VERSIONS)('what %s can call and Till answers', (version) => {
  it('belongs to a part that some test drives', () => {
    const calls = answeredCalls(version, routes)
    expect(calls.length).toBeGreaterThan(60)
    expect(calls.filter((call) => partOf(call) === undefined)).toEqual([])
  })
})

it.each(Object.keys(PARTS) as Part[])('the test of %s asks what it left out', (part) => {
  const file = new URL(`existing-sdk-${part}.test.ts`, import.meta.url)
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain(`leftOut('${part}'`)
})
