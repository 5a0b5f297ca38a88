import type { SignedInCustomer } from '../../kernel/actor.ts'
import { type Organization, organizationFromJson, organizationJson } from '../../modules/organizations/index.ts'
import type { Db } from '../../platform/postgres/pool.ts'

/** Whose customer it is: every session is of one organization. */
export async function findSeller({ sql }: Db, { organizationId }: SignedInCustomer): Promise<Organization> {
  const [row] = await sql<{ organization: object }[]>`
    select ${organizationJson(sql)} as organization from organizations o where o.id = ${organizationId}`
  if (!row) throw new Error(`the organization ${organizationId} is gone`)
  return organizationFromJson(row.organization)
}
