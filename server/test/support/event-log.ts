import type { Client, Reply } from './client.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** Until every event that was committed has its number. */
export async function numbered({ sql }: Pick<TestTill, 'sql'>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const waiting = await sql`select from events where sequence is null limit 1`
    if (waiting.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('events do not get their numbers')
}

/** Everything after a number, page by page. */
export async function readLog(client: Client, organizationId: string, after = 0, query = ''): Promise<Body[]> {
  const found: Body[] = []
  for (let from = after; ; ) {
    const page = await client.must(
      client.get(`/v1/events/?organization_id=${organizationId}&after=${from}&limit=100${query}`),
    )
    found.push(...page.items)
    if (!page.has_more) return found
    from = page.items.at(-1).sequence
  }
}

/** What work has added to an organization's log, when all of it has its numbers. */
export async function eventsDuring(
  till: TestTill,
  organizationId: string,
  work: () => Promise<unknown>,
): Promise<Body[]> {
  await numbered(till)
  const { last_sequence: before } = await till.owner.must(
    till.owner.get(`/v1/events/?organization_id=${organizationId}&limit=1`),
  )
  await work()
  await numbered(till)
  return readLog(till.owner, organizationId, before)
}
