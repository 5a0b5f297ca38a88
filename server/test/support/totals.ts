import { expect } from 'vitest'
import { TOTAL_CHECKS } from '../../src/flows/verify-books/totals.ts'
import { foldCounts } from '../../src/platform/due-work/fold-counts.ts'
import type { TestTill } from './till.ts'

/** Every kept total is the number of rows that it stands for: for each list, facet, organization and member. */
export async function expectTotalsToHold({ sql }: Pick<TestTill, 'sql'>): Promise<void> {
  await foldCounts(sql)
  const ofOrganizations = await sql`
    select * from (
      select l.organization_id, l.list, f.facet, count(*) as total
      from listed_rows l cross join lateral unnest(l.facets) f(facet) group by 1, 2, 3) counted
    full join (
      select organization_id, list, facet, sum(total) as total from (
        select organization_id, list, facet, total from list_totals
        -- Work in the background goes on meanwhile.
        union all select d.organization_id, d.list, f.facet, d.delta from list_deltas d cross join unnest(d.facets) f(facet)
      ) told group by 1, 2, 3 having sum(total) <> 0
    ) kept using (organization_id, list, facet)
    where counted.total is distinct from kept.total`
  expect(ofOrganizations).toEqual([])
  const ofMembers = await sql`
    select * from (
      select m.user_id, t.list, t.facet, sum(t.total) as total from list_totals t
      join organization_members m using (organization_id) where t.facet not like '%\\_id=%' group by 1, 2, 3) counted
    full join member_totals kept using (user_id, list, facet)
    where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`
  expect(ofMembers).toEqual([])
  for (const { name, find } of TOTAL_CHECKS.filter((check) => /spans|overall/.test(check.name)))
    expect([name, ...(await sql`${find(sql, new Date())}`)]).toEqual([name])
}
