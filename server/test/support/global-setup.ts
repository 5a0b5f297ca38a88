import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { openPool } from '../../src/platform/postgres/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

/** One Postgres for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'till-test-'))
  // As root, Postgres runs under another account, which has to get in.
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres({
    dataDir,
    say: () => {},
    durable: false,
  })
  const admin = openPool(server.url, { connections: 1 })
  await admin`create database till_template`
  const template = openPool(withDatabase(server.url, 'till_template'), {
    connections: 1,
  })
  await migrate(template, resolve(import.meta.dirname, '../../sql'))
  await template.end()
  await admin.end()
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
