import type { Route } from '../../src/platform/http/route.ts'
import type { Holder, Instance } from './instance.ts'
import { canBeSorted, filtersOf, isList, pathParameters } from './routes.ts'
import { FILTERS, once, PATHS, sampleOf } from './samples.ts'

/** One thing to ask, of two instances: the paths to ask for in turn. */
export interface Case {
  readonly name: string
  readonly paths: (instance: Instance, holder: Holder) => Promise<readonly string[]>
  /** Which page of a list; none for single things. */
  readonly page?: 'first' | 'second' | 'middle' | 'last' | 'past the end'
}

export async function casesOf(route: Route, instance: Instance, holder: Holder): Promise<Case[]> {
  if (!isList(route)) return [{ name: route.spec.path, paths: basePaths(route) }]
  const criteria = canBeSorted(route) ? await criteriaOf(route, instance, holder) : []
  const filters = filtersOf(route)
  return [
    ...pageCases(route),
    ...filterCases(route, filters),
    ...partCases(route),
    ...sortCases(route, criteria),
    ...pairs(route, filters, criteria),
  ]
}

function pageCases(route: Route): Case[] {
  const paths = basePaths(route)
  return (['first', 'second', 'middle', 'last', 'past the end'] as const).map((page) => ({
    name: `${route.spec.path}, ${page} page`.replace('past the end page', 'past the end'),
    page,
    paths,
  }))
}

type Filters = ReturnType<typeof filtersOf>

function filterCases(route: Route, filters: Filters): Case[] {
  return filters.flatMap(({ name, values }) =>
    (values ?? [null]).map((value) => ({
      name: `${route.spec.path} ${name}${value === null ? '' : `=${value}`}`,
      page: 'first' as const,
      paths: withQuery(route, (instance, holder) => filterQuery(route, name, value, instance, holder)),
    })),
  )
}

/** Searching for the first letters of an address too: the sample of the filter is the whole. */
function partCases(route: Route): Case[] {
  if (route.spec.path !== '/v1/customers/') return []
  const part = async (instance: Instance, holder: Holder) =>
    (await filterQuery(route, 'query', null, instance, holder)).map((query) => query.slice(0, 'query='.length + 8))
  return [{ name: `${route.spec.path} query, a part`, page: 'first', paths: withQuery(route, part) }]
}

function sortCases(route: Route, criteria: readonly string[]): Case[] {
  return criteria
    .flatMap((criterion) => [criterion, `-${criterion}`])
    .map((sorting) => ({
      name: `${route.spec.path} sorting=${sorting}`,
      page: 'first' as const,
      paths: withQuery(route, async () => [`sorting=${sorting}`]),
    }))
}

/** Every filter together with every order that is not the usual one. */
function pairs(route: Route, filters: Filters, criteria: readonly string[]): Case[] {
  return filters.flatMap(({ name, values }) =>
    criteria
      .filter((criterion) => criterion !== 'created_at')
      .map((criterion) => {
        const value = values?.[0] ?? null
        return {
          name: `${route.spec.path} ${name}${value === null ? '' : `=${value}`} sorting=${criterion}`,
          page: 'first' as const,
          paths: withQuery(route, async (instance, holder) => {
            const found = await filterQuery(route, name, value, instance, holder)
            return found.map((query) => `${query}&sorting=${criterion}`)
          }),
        }
      }),
  )
}

type Queries = (instance: Instance, holder: Holder) => Promise<readonly string[]>

function withQuery(route: Route, queries: Queries): Case['paths'] {
  const base = basePaths(route)
  return async (instance, holder) => {
    const [path] = await base(instance, holder)
    return (await queries(instance, holder)).map((query) => `${path}?${query}`)
  }
}

async function filterQuery(
  { spec }: Route,
  name: string,
  value: string | null,
  { sql }: Instance,
  holder: Holder,
): Promise<readonly string[]> {
  if (value !== null) return [`${name}=${value}`]
  const rows = await once(sampleOf(FILTERS, `${spec.path} ${name}`, `* ${name}`), sql, holder)
  return rows.slice(0, 1).map((row) => `${name}=${encodeURIComponent(row.value)}`)
}

/** The path with something in place of each parameter: several, because one that is asked for again is warm. */
function basePaths(route: Route): Case['paths'] {
  // Where an id can mean several things for a person, who then has to say whose is meant.
  const query = (holder: Holder) =>
    !isList(route) && holder.kind === 'personal' && filtersOf(route).some(({ name }) => name === 'organization_id')
      ? `?organization_id=${holder.organizationId}`
      : ''
  return async ({ sql }, holder) => {
    const places = pathParameters(route)
    const columns = await Promise.all(places.map((place) => once(sampleOf(PATHS, place), sql, holder)))
    const many = Math.min(...columns.map((column) => column.length), 20)
    const count = places.length === 0 ? 1 : many
    return Array.from({ length: count }, (_, row) => {
      let column = 0
      return route.spec.path.replace(/\{\w+\}/g, () => columns[column++]?.[row]?.value ?? '') + query(holder)
    })
  }
}

/** A list refuses an order that it does not know, and says which it does. */
async function criteriaOf(route: Route, instance: Instance, holder: Holder): Promise<readonly string[]> {
  const [path] = await basePaths(route)(instance, holder)
  if (path === undefined) return []
  const { token } = holder
  const { body } = await instance.caller.ask({ method: 'GET', path: `${path}?sorting=no-such-order`, token })
  const known = /one of ([\w, ]+), each with/.exec(body.toString())?.[1]
  if (known === undefined) throw new Error(`${path} does not say what it can be sorted by: ${body.toString()}`)
  return known.split(', ')
}
