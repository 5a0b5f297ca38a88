import type { Db } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Customer } from '../model.ts'
import type { SignInAsk, SignInCode } from './model.ts'

export async function isOrganization({ sql }: Db, id: string): Promise<boolean> {
  const found = await sql`select from organizations where id = ${id}`
  return found.length > 0
}

interface CodeLimit {
  readonly most: number
  readonly since: Date
}

/** Takes the place of the one before. False when this address had as many as it may: then that one stays. */
export async function keepCode({ sql }: Tx, code: SignInCode, { most, since }: CodeLimit): Promise<boolean> {
  const { organizationId, email, codeHash, mailId, createdAt, expiresAt } = code
  const kept = await sql`
    insert into sign_in_codes as c
      (organization_id, email, code_hash, mail_id, created_at, expires_at, codes, codes_start)
    values (${organizationId}, lower(${email}), ${codeHash}, ${mailId}, ${createdAt}, ${expiresAt}, 1, ${createdAt})
    on conflict (organization_id, email) do update set
      code_hash = excluded.code_hash, mail_id = excluded.mail_id, created_at = excluded.created_at,
      expires_at = excluded.expires_at, tries = 0,
      codes = case when c.codes_start > ${since} then c.codes + 1 else 1 end,
      codes_start = case when c.codes_start > ${since} then c.codes_start else excluded.codes_start end
    where c.codes < ${most} or c.codes_start <= ${since}`
  return kept.count > 0
}

export async function findSignInCode({ sql }: Db, organizationId: string, email: string) {
  const [found] = await sql<Pick<SignInCode, 'mailId' | 'expiresAt'>[]>`
    select mail_id, expires_at from sign_in_codes
    where organization_id = ${organizationId} and email = lower(${email})`
  return found
}

/** Counts a try and locks the code, so that any number at once have as many tries as one after the other. */
export async function countTry(
  { sql }: Tx,
  { organizationId, email }: SignInAsk,
  most: number,
  now: Date,
): Promise<Pick<SignInCode, 'codeHash'> | undefined> {
  const [found] = await sql<Pick<SignInCode, 'codeHash'>[]>`
    update sign_in_codes set tries = tries + 1
    where organization_id = ${organizationId} and email = lower(${email}) and tries < ${most} and expires_at > ${now}
    returning code_hash`
  return found
}

/**
 * The row stays for the count of codes. It has no tries left: whoever waited for it may have looked at the clock earlier,
 * so the time alone would let them in.
 */
export async function endCode({ sql }: Tx, { organizationId, email }: SignInAsk, most: number): Promise<void> {
  await sql`
    update sign_in_codes set tries = ${most}, expires_at = created_at
    where organization_id = ${organizationId} and email = lower(${email})`
}

export async function lockCustomerByEmail(
  { sql }: Tx,
  { organizationId, email }: SignInAsk,
): Promise<Customer | undefined> {
  const [found] = await sql<Customer[]>`
    select * from customers
    where organization_id = ${organizationId} and lower(email) = lower(${email}) and deleted_at is null
    for no key update`
  return found
}

/** Before the customer is locked, as whoever signs in does. */
export async function forgetSignIns({ sql }: Tx, organizationId: string, addresses: readonly string[]): Promise<void> {
  await sql`
    delete from sign_in_codes where organization_id = ${organizationId} and email in (
      select lower(a) from unnest(${addresses as string[]}::text[]) a)`
}
