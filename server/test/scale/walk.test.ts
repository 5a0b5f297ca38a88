import { describe, expect, it } from 'vitest'
import { filtersOf, isList, pathParameters, readingRoutes } from '../../bench/scale/routes.ts'
import { FILTERS, PATHS, sampleOf } from '../../bench/scale/samples.ts'

describe('the walk of npm run bench -- --scale', () => {
  const routes = readingRoutes()

  it('knows every list and every read of the API', () => {
    expect(routes.filter(isList).length).toBeGreaterThan(10)
    for (const route of routes) for (const place of pathParameters(route)) sampleOf(PATHS, place)
  })

  it('knows what to ask every filter for', () => {
    for (const route of routes.filter(isList)) {
      for (const { name, values } of filtersOf(route)) {
        if (values === null) sampleOf(FILTERS, `${route.spec.path} ${name}`, `* ${name}`)
      }
    }
  })
})
