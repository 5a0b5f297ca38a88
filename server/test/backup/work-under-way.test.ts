import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { restore as restoreCommand } from '../../src/cli/commands/restore.ts'
import { confirm, makeCheckout } from '../support/checkout-factories.ts'
import { openShop } from '../support/shop.ts'
import { createDatabase, startTillOn } from '../support/till.ts'
import { backUp, configOf, emptyDatabaseForThisTest, folderForThisTest, rewritten } from './fixture.ts'

const HOUR = 3_600_000

/** What `till restore FILE` says. */
async function restoreInto(url: string, dataDir: string, path: string): Promise<string> {
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('TILL_DATA_DIR', dataDir)
  const said: string[] = []
  await restoreCommand.run([path], (line) => said.push(line)).finally(() => vi.unstubAllEnvs())
  return said.join('\n')
}

it('a backup with a payment under way is in order, however late it is restored', { timeout: 60_000 }, async () => {
  const database = await createDatabase()
  const till = await startTillOn(database, { payments: { isSandboxInline: false } })
  const folder = await folderForThisTest()
  try {
    const shop = await openShop(till)
    const checkout = await makeCheckout(till, { product_id: shop.product.id, customer_email: 'ada@example.com' })
    const token = 'ctoken_test_authentication_required'
    await till.anonymous.must(confirm(till.anonymous, checkout, { confirmation_token_id: token }))
    await till.till.close()
    // As if all of it had happened three hours ago, when the backup was made.
    await till.sql`update payment_work set due_at = due_at - interval '3 hours'`
    const fresh = join(folder, 'fresh.till')
    await backUp(configOf(database.url, folder), fresh, { withFiles: false })
    const madeAt = new Date(Date.now() - 3 * HOUR).toISOString()
    const old = await rewritten(fresh, (frame) =>
      'note' in frame && frame.note.type === 'header' ? [{ note: { ...frame.note, madeAt } }] : [frame],
    )
    const target = await emptyDatabaseForThisTest()
    expect(await restoreInto(target.url, folder, old)).toContain('are in order')
    expect(await target.sql`select from payment_work`).toHaveLength(1)
    // The time is what makes the difference: nobody should have left the same work alone until now.
    const other = await emptyDatabaseForThisTest()
    await expect(restoreInto(other.url, folder, fresh)).rejects.toThrow('its books are not in order')
  } finally {
    await till.stop()
  }
})
