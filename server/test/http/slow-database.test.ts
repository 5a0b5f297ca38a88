import { expect, it } from 'vitest'
import { openPool } from '../../src/platform/postgres/pool.ts'
import { makeOrganization } from '../support/factories.ts'
import { createDatabase, startTillOn } from '../support/till.ts'

it('503 for a statement that runs into its timeout, with the time to wait', async () => {
  const database = await createDatabase(1)
  const sql = openPool(`${database.url}?statement_timeout=300`, { connections: 4 })
  const drop = async () => {
    await sql.end()
    await database.drop()
  }
  const till = await startTillOn({ url: database.url, sql, drop })
  try {
    const { id } = await makeOrganization(till)
    await database.sql.begin(async (holder) => {
      await holder`select from organizations where id = ${id} for update`
      const { status, body, headers } = await till.owner.patch(`/v1/organizations/${id}`, { bio: 'Slow.' })
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('1')
      expect(body).toMatchObject({ error: 'ServiceUnavailable', code: 'service_unavailable' })
    })
    expect((await till.owner.patch(`/v1/organizations/${id}`, { bio: 'Fast.' })).status).toBe(200)
  } finally {
    await till.stop()
  }
})
