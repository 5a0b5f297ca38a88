import type { FastifyInstance } from 'fastify'
import { fastifyPath } from '../../src/platform/http/route.ts'
import { pathOf } from '../contract/isolation-map.ts'
import type { TestTill } from '../support/till.ts'
import type { GuardedShop } from '../support/two-shops.ts'
import { credentialOf } from './credential-of.ts'

export interface MountedAddress {
  /** With `:name` and `*` for what varies. */
  readonly pattern: string
  readonly methods: readonly string[]
}

/** Everything that the server answers, also what the API description does not know: pages, assets, uploads. */
export function mountedAddresses(app: FastifyInstance): MountedAddress[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^(?<indent>.*?)[├└]── (?<part>\S+)(?: \((?<methods>[A-Z, ]+)\))?/u.exec(line)?.groups
      if (!found) return []
      const depth = (found.indent?.length ?? 0) / 4
      const pattern = (above[depth - 1] ?? '') + found.part
      above.splice(depth, above.length, pattern)
      return found.methods ? [{ pattern, methods: found.methods.split(', ') }] : []
    })
}

/** Those that the API description does not know. */
export function undescribedAddresses({ till }: TestTill): MountedAddress[] {
  const described = new Set(till.routes.map(({ spec }) => fastifyPath(spec.path).replace(/\/$/, '')))
  return mountedAddresses(till.app).filter(({ pattern }) => !described.has(pattern))
}

/** Addresses on this server that answers of the API name: pages, avatars, files. */
export async function linksFrom(till: TestTill, shop: GuardedShop): Promise<string[]> {
  const answers: unknown[] = [shop]
  for (const route of till.till.routes.filter(({ spec, mode }) => spec.method === 'GET' && mode !== 'stream')) {
    const credential = credentialOf(route, till, shop)
    const caller = credential === undefined ? till.anonymous : till.as(credential)
    answers.push((await caller.get(pathOf(route, shop))).body)
  }
  const named = linksIn(answers)
  // Some of them send a browser on, as those of downloads do.
  const asBrowser = (link: string) => till.anonymous.get(link, { accept: 'text/html' })
  const further = await Promise.all(named.map(async (link) => (await asBrowser(link)).headers.get('location')))
  return [...new Set([...named, ...linksIn(further)])]
}

const linksIn = (answers: unknown): string[] => [
  ...new Set(JSON.stringify(answers).match(/(?<="http:\/\/till\.example\.com)\/[^"]+(?=")/g) ?? []),
]
