import type { Mail } from '../../src/platform/mail/mail.ts'
import type { Reply } from './client.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** Until every event has its number, and no mail waits any longer. */
export async function mailsSettled({ sql }: Pick<TestTill, 'sql'>): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const [open] = await sql<{ many: number }[]>`
      select (select count(*) from events where sequence is null)::int
        + (select count(*) from mails where status = 'waiting')::int as many`
    if (open?.many === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('mails still wait')
}

/** The mails of an organization in full, the newest first. */
export async function mailsOf(till: TestTill, organizationId: string, query = ''): Promise<Body[]> {
  await mailsSettled(till)
  const { owner } = till
  const { items } = await owner.must(owner.get(`/v1/mailbox/?organization_id=${organizationId}&limit=100${query}`))
  return Promise.all(items.map(({ id }: { id: string }) => owner.must(owner.get(`/v1/mailbox/${id}`))))
}

/** The one mail of this kind. */
export async function mailOf(till: TestTill, organizationId: string, kind: string): Promise<Body> {
  const mails = await mailsOf(till, organizationId, `&kind=${kind}`)
  if (mails.length !== 1) throw new Error(`there are ${mails.length} mails of the kind ${kind}`)
  return mails[0]
}

export const rowsOf = ({ sql }: Pick<TestTill, 'sql'>, organizationId: string): Promise<readonly Mail[]> =>
  sql<Mail[]>`select * from mails where organization_id = ${organizationId} order by created_at, id`

/** The code in a mail to somebody who wants to sign in. */
export const codeIn = (text: string): string => /^ {2}(\d{6})$/m.exec(text)?.[1] ?? ''
