import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../platform/metrics.ts'
import { isMigrated } from '../platform/postgres/migrate.ts'
import type { Sql } from '../platform/postgres/pool.ts'

export interface SystemParts {
  readonly sql: Sql
  readonly sqlDir: string
  readonly metrics: Metrics
}

/** For those who watch the process: is it alive, can it work, how does it fare. */
export function mountSystemRoutes(app: FastifyInstance, parts: SystemParts): void {
  // The address that the start prints: somebody will open it.
  app.get('/', async (_request, reply) => reply.redirect('/docs'))

  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    const ready = await isMigrated(parts.sql, parts.sqlDir).catch(() => false)
    if (ready) return { status: 'ready' }
    return reply.code(503).header('retry-after', '1').send({ status: 'database unreachable or not migrated' })
  })

  app.get('/metrics', async (_request, reply) => {
    return reply.header('content-type', parts.metrics.contentType).send(await parts.metrics.text())
  })
}
