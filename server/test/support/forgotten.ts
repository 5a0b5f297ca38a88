import { eraseCustomers } from '../../src/flows/forget-customer/index.ts'
import { Links } from '../../src/kernel/links.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import { systemClock } from '../../src/kernel/time.ts'
import { transactionsOn } from '../../src/platform/postgres/transaction.ts'
import type { TestTill } from './till.ts'

/** Waits until the work in the background has taken a deleted customer out of everything, for the first time. */
export async function forgotten({ sql }: TestTill, customerId: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const rows = await sql`select from customer_erasures where customer_id = ${customerId} and round = 1`
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the customer ${customerId} is not forgotten`)
}

/** Does the work of the background here and now, as if it were this moment. */
export function eraseAt(till: TestTill, moment: Date, box = new SecretBox('for nothing')): Promise<void> {
  const needs = { links: new Links('http://till.example.com'), box }
  return eraseCustomers(transactionsOn(till.sql, systemClock), needs, undefined, () => moment)
}

/** Where in the database a text stands, in whatever case: in any column of any table, also in the sealed answers. */
export async function whoMentions({ sql }: TestTill, text: string, box: SecretBox): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const looks = tables.map(
    ({ name }) => `(select '${name}' as name from ${name} row where strpos(lower(row::text), lower($1)) > 0 limit 1)`,
  )
  const found = await sql.unsafe<{ name: string }[]>(looks.join(' union all '), [text])
  const sealed = await sql<{ scope: string; body: Buffer }[]>`
    select scope, body from idempotency_records where body is not null`
  const opened = sealed.filter(({ body }) => box.open(body).toLowerCase().includes(text.toLowerCase()))
  return [...found.map(({ name }) => name), ...opened.map(({ scope }) => `the answers of ${scope}`)]
}
