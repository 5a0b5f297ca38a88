import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseUsualMethods } from '../other-methods.ts'

/** A route that takes or gives bytes and no JSON: the table of routes does not know it, its errors are the usual ones. */
export interface ByteRoute {
  readonly method: 'GET' | 'PUT'
  readonly url: string
  readonly run: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** In a scope of its own: everywhere else only JSON is read, and at most 1 MiB of it. */
export function mountByteRoutes(app: FastifyInstance, routes: readonly ByteRoute[]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const { method, url, run } of routes) {
      const answered = method === 'GET' ? ['GET', 'HEAD'] : [method]
      // Nothing is read beforehand. The limit tells uploads from JSON, which has to arrive sooner.
      scope.route({ method: answered, url, bodyLimit: Number.MAX_SAFE_INTEGER, handler: run })
      refuseUsualMethods(scope, url, answered)
    }
  })
}
