import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { MethodNotAllowed, Refusal, ResourceNotFound } from '../../kernel/refusal.ts'

const USUAL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A known address with a method that it does not answer: 405, and what it does answer. */
const notAllowed = (answered: Iterable<string>) =>
  new Refusal(MethodNotAllowed, { headers: { allow: [...answered].sort().join(', ') } })

const notFound = () => new Refusal(ResourceNotFound, { detail: 'There is no such address.', code: 'route_not_found' })

/** Stands in routes that refuse, and is never reached. */
const nothing = async (): Promise<void> => {}

/**
 * For the usual methods as routes: `/license-keys/validate` takes POST only, and a GET would otherwise be taken for the
 * license key `validate`.
 */
export function refuseUsualMethods(app: FastifyInstance, url: string, answered: readonly string[]): void {
  app.route({
    method: USUAL_METHODS.filter((name) => !answered.includes(name)),
    url,
    // Before the body is read, so that nothing about it is complained of first.
    onRequest: async () => {
      throw notAllowed(answered)
    },
    handler: nothing,
  })
}

/**
 * For the dozens of others that Node reads, from TRACE to UNSUBSCRIBE, and for pages: by a look at the address when no
 * route was found. As routes they would be thousands. Has to be called before any route is there.
 */
export function refusalsOf(app: FastifyInstance): (request: FastifyRequest) => Refusal | undefined {
  const known = new Map<string, Set<string>>()
  let patterns: { readonly address: RegExp; readonly answered: Set<string> }[] | undefined
  app.addHook('onRoute', ({ url, method, handler }: RouteOptions) => {
    if (handler === nothing) return
    const answered = known.get(url) ?? new Set()
    for (const name of [method].flat()) answered.add(name)
    known.set(url, answered)
    patterns = undefined
  })
  return ({ is404, url }) => {
    if (!is404) return undefined
    patterns ??= patternsOf(known)
    const [path = ''] = url.split(/[?#]/, 1)
    const found = patterns.find(({ address }) => address.test(path))
    return found ? notAllowed(found.answered) : notFound()
  }
}

/** Those with fewer parameters first, as the router prefers them. A slash at the end is optional. */
function patternsOf(known: ReadonlyMap<string, Set<string>>) {
  const urls = [...known].sort(([one], [other]) => one.split(':').length - other.split(':').length)
  return urls.map(([url, answered]) => {
    const parts = url.replace(/\/$/, '').split('/')
    const source = parts.map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    return { address: new RegExp(`^${source.join('/')}/?$`), answered }
  })
}
