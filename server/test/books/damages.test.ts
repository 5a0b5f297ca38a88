import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKS } from '../../src/flows/verify-books/checks.ts'
import { verifyBooks } from '../../src/flows/verify-books/index.ts'
import { Allowed } from '../../src/platform/outbound/allowed.ts'
import { Receiver } from '../support/receiver.ts'
import { createDatabase, startTillOn, type TestDatabase } from '../support/till.ts'
import { expectCleanBooks } from '../support/verify.ts'
import { DAMAGES } from './damages/index.ts'
import { DELAYS, tellStory } from './story.ts'

let original: TestDatabase
beforeAll(async () => {
  original = await createDatabase(20)
  const keep = { ...original, drop: async () => {} }
  const receiver = await Receiver.start()
  const webhookAllow = Allowed.parse('127.0.0.1') as Allowed
  const payments = { sandboxDelays: DELAYS }
  const inline = await startTillOn(keep, { webhookAllow, payments })
  const remote = await startTillOn(keep, { webhookAllow, payments: { ...payments, isSandboxInline: false } })
  await tellStory({ inline, remote, receiver })
  await Promise.all([inline.stop(), remote.stop()])
  await receiver.stop()
}, 180_000)
afterAll(() => original.drop())

describe('the books', () => {
  it('are in order, whatever has happened to a shop', async () => {
    await expectCleanBooks(original)
    // A copy can be made of a database that nobody uses.
    await original.sql.end()
  })

  it.each(DAMAGES)('are not in order when $what', async ({ check, cause }) => {
    const copy = await createDatabase(1, new URL(original.url).pathname.slice(1))
    try {
      // References would keep some of these damages from happening.
      await copy.sql`set session_replication_role = replica`
      const id = await cause(copy.sql)
      const { violations } = await verifyBooks(copy.sql)
      expect(violations.map((found) => found.check.name)).toEqual([check])
      expect(JSON.stringify(violations[0]?.rows)).toContain(id)
    } finally {
      await copy.drop()
    }
  })

  it('are damaged here in every way that a check looks for', () => {
    const caused = new Set(DAMAGES.map(({ check }) => check))
    expect(CHECKS.map(({ name }) => name).filter((name) => !caused.has(name))).toEqual([])
    expect(CHECKS).toHaveLength(new Set(CHECKS.map(({ name }) => name)).size)
  })
})
