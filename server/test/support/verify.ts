import { expect } from 'vitest'
import { verifyBooks } from '../../src/flows/verify-books/index.ts'
import type { Sql } from '../../src/platform/postgres/pool.ts'

/**
 * The books of a Till are in order, whatever a test has done to it. `except` names checks that cannot hold because the
 * test has put rows straight into the tables.
 */
export async function expectCleanBooks({ sql }: { readonly sql: Sql }, except: readonly string[] = []): Promise<void> {
  const { violations } = await verifyBooks(sql)
  const found = violations.filter(({ check }) => !except.includes(check.name))
  expect(found.map(({ check, many, rows }) => ({ check: check.name, many, rows: rows.slice(0, 5) }))).toEqual([])
}

/** For the end of a test file. */
export async function stopWithCleanBooks(
  till: { readonly sql: Sql; stop(): Promise<void> },
  except: readonly string[] = [],
): Promise<void> {
  try {
    await expectCleanBooks(till, except)
  } finally {
    await till.stop()
  }
}
