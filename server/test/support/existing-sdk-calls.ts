import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Route } from '../../src/platform/http/route.ts'
import type { Answered, SdkVersion } from './existing-sdks.ts'

const PACKAGES: Readonly<Record<SdkVersion, string>> = {
  v019: '@polar-sh/sdk',
  v020: 'existing-sdk-0.20',
  v022: 'existing-sdk-0.22',
  v026: 'existing-sdk-0.26',
}

/** Every call that a version of the client can make, as `GET /v1/orders/{id}`, read from its own source. */
function callsOf(version: SdkVersion): readonly string[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGES[version]}/package.json`)), 'src/funcs')
  const calls = readdirSync(folder).map((file) => callIn(readFileSync(join(folder, file), 'utf8')))
  return [...new Set(calls)].toSorted()
}

function callIn(source: string): string {
  const path = /pathToFunc\(\s*"([^"]+)"/.exec(source)?.[1]
  const method = /\bmethod: "([A-Z]+)"/.exec(source)?.[1]
  if (!path || !method) throw new Error('a call of the existing client could not be read')
  return callAt(method, path)
}

/** With and without `custom/`, with and without a slash at the end: the same place. */
function callAt(method: string, path: string): string {
  return `${method} ${path.replace('/checkouts/custom/', '/checkouts/').replace(/(.)\/$/, '$1')}`
}

/** Something else under the same address: there, these are what a seller's program reports for meters. */
const OTHERS = ['GET /v1/events', 'GET /v1/events/{id}']

/** The calls of a version that Till has a route for. */
export function answeredCalls(version: SdkVersion, routes: readonly Route[]): readonly string[] {
  const ours = new Set(routes.map(({ spec }) => callAt(spec.method, spec.path)))
  return callsOf(version).filter((call) => ours.has(call) && !OTHERS.includes(call))
}

/** Which calls belong together, and are driven by the test file of that name: `existing-sdk-<part>.test.ts`. */
export const PARTS = {
  organizations: ['/v1/organizations'],
  catalog: ['/v1/products', '/v1/custom-fields'],
  files: ['/v1/files'],
  checkouts: ['/v1/checkouts', '/v1/discounts'],
  links: ['/v1/checkout-links'],
  grants: ['/v1/benefits', '/v1/subscriptions', '/v1/license-keys'],
  refunds: ['/v1/refunds'],
  customers: ['/v1/orders', '/v1/customers', '/v1/customer-sessions', '/v1/customer-portal'],
} as const
export type Part = keyof typeof PARTS

export function partOf(call: string): Part | undefined {
  const path = call.slice(call.indexOf(' ') + 1)
  const isUnder = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
  return (Object.keys(PARTS) as Part[]).find((part) => PARTS[part].some(isUnder))
}

/** The calls of this part that a version has, Till answers, and nobody made yet. */
export function leftOut(
  part: Part,
  version: SdkVersion,
  routes: readonly Route[],
  answered: Answered,
): readonly string[] {
  const made = new Set([...answered[version]].map((call) => callAt(...(call.split(' ') as [string, string]))))
  return answeredCalls(version, routes).filter((call) => partOf(call) === part && !made.has(call))
}
