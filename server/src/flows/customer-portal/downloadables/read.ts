import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Listed, Page } from '../../../kernel/page.ts'
import { fileFromJson, type StoredFile } from '../../../modules/files/index.ts'
import { fixed } from '../../../platform/postgres/fixed.ts'
import { listFew, pageClause, where } from '../../../platform/postgres/list.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { ownGrant } from '../reach.ts'
import type { DownloadableQuery } from './schema.ts'

/** A file that a grant entitles to. */
export interface GrantedFile {
  readonly grantId: string
  readonly benefitId: string
  readonly file: StoredFile
}

interface GrantedFileRow {
  readonly grantId: string
  readonly benefitId: string
  readonly file: object
}

/**
 * Which files those are is read from the benefit, so that what the seller adds, archives or deletes counts at once for
 * everybody who has it.
 */
const grantedFiles = fixed(
  (sql) => sql`
    from benefit_grants g
    join benefits b on b.id = g.benefit_id and b.type = 'downloadables' and b.deleted_at is null
    cross join lateral jsonb_array_elements_text(b.properties -> 'files') with ordinality as given(file_id, position)
    join files f on f.id = given.file_id::uuid and f.is_uploaded and f.deleted_at is null
    where g.is_granted and not coalesce((b.properties -> 'archived' ->> given.file_id)::boolean, false)`,
)

const columns = fixed((sql) => sql`g.id as "grantId", b.id as "benefitId", to_json(f) as file`)

export function listOwnFiles(
  db: Db,
  customer: SignedInCustomer,
  query: DownloadableQuery,
  page: Page,
): Promise<Listed<GrantedFile>> {
  const { sql } = db
  const condition = where(sql, [
    ownGrant(sql, customer),
    query.organization_id && sql`g.organization_id = any(${query.organization_id}::uuid[])`,
    query.benefit_id && sql`g.benefit_id = any(${query.benefit_id}::uuid[])`,
  ])
  const all = sql`${grantedFiles(sql)} and ${condition}`
  const shown = sql`
    select ${columns(sql)} ${all} order by g.granted_at desc, g.id, given.position ${pageClause(sql, page)}`
  return listFew(sql, all, shown, (item) => fromRow(item as GrantedFileRow))
}

/** For whoever has a link that we made: what it stands for, as long as it is still granted. */
export async function findGrantedFile(db: Db, grantId: string, fileId: string): Promise<GrantedFile | undefined> {
  const { sql } = db
  const [row] = await sql<{ item: GrantedFileRow }[]>`
    select to_json(found) as item from (
      select ${columns(sql)} ${grantedFiles(sql)} and g.id = ${grantId} and f.id = ${fileId}) found`
  return row && fromRow(row.item)
}

function fromRow({ grantId, benefitId, file }: GrantedFileRow): GrantedFile {
  return { grantId, benefitId, file: fileFromJson(file) }
}
