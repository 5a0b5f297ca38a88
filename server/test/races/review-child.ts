/**
 * A process of its own that reviews grants, for a test that kills it. Arguments: the database, and how many buyers a
 * batch has. It works until it is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reviewGrants } from '../../src/flows/grant-benefits/index.ts'
import { Links } from '../../src/kernel/links.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { openPool } from '../../src/platform/postgres/pool.ts'
import { transactionsOn } from '../../src/platform/postgres/transaction.ts'

const [url = '', batch = ''] = process.argv.slice(2)
const transactions = transactionsOn(openPool(url, { connections: 1 }), systemClock)
process.stdout.write('ready\n')
for (;;) {
  await reviewGrants(transactions, new Links('http://till.example.com'), undefined, Number(batch))
  await sleep(10)
}
