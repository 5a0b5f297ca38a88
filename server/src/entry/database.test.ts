import { expect, it } from 'vitest'
import type { Sql } from '../platform/postgres/pool.ts'
import { requireUsable } from './database.ts'

const databaseOfVersion = (version: number) => (async () => [{ version }]) as unknown as Sql

it('refuses a Postgres that is too old, in one sentence', async () => {
  await expect(requireUsable(databaseOfVersion(140_012), 'db.example.com/shop')).rejects.toThrow(
    'Till needs Postgres 15 or newer; the database at db.example.com/shop is version 14.',
  )
})

it('takes the oldest that it knows, and newer ones', async () => {
  await expect(requireUsable(databaseOfVersion(150_000), 'db.example.com/shop')).resolves.toBeUndefined()
  await expect(requireUsable(databaseOfVersion(190_001), 'db.example.com/shop')).resolves.toBeUndefined()
})
