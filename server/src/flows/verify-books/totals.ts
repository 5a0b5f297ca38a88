import type { Fragment, Sql } from '../../platform/postgres/pool.ts'
import type { Check } from './check.ts'

/** Stands for all organizations. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Rows by the span that they are in, where there are several. What waits to be added is not in its span yet. */
function wrongSpans(sql: Sql, spans: Fragment, organizationId: Fragment): Fragment {
  // Totals get numbers, because millions of rows are put in order by them. `offset 0`, because the planner would join each row
  // with all totals of its list before it looks at the facets of the row.
  return sql`
    with spans as materialized (${spans}), cut as materialized (
      select organization_id, list, facet, array_agg(starts_at order by starts_at) as bounds, row_number() over () as number
      from spans group by 1, 2, 3 having count(*) > 1
    ), counted as materialized (
      select c.number, width_bucket(r.listed_at, c.bounds) as place, sum(r.many) as rows
      from (
        select l.organization_id, l.list, f.facet, l.listed_at, l.many from (
          select ${organizationId} as organization_id, l.list, l.facets, l.listed_at, 1 as many from listed_rows l
          union all
          select ${organizationId}, l.list, l.facets, l.listed_at, -l.delta from list_deltas l
        ) l cross join lateral unnest(l.facets) f(facet) offset 0
      ) r join cut c on c.organization_id = r.organization_id and c.list = r.list and c.facet = r.facet
      group by 1, 2
    )
    select organization_id, list, facet, starts_at, spans.total, coalesce(placed.rows, 0) as rows
    from (
      select c.organization_id, c.list, c.facet, c.bounds[k.place] as starts_at, k.rows from counted k join cut c using (number)
    ) placed
    right join (spans join cut using (organization_id, list, facet)) using (organization_id, list, facet, starts_at)
    where coalesce(placed.rows, 0) <> spans.total`
}

export const TOTAL_CHECKS: readonly Check[] = [
  {
    name: 'list_totals_are_right',
    sentence: 'A list has another number of rows than its total says.',
    find: (sql) => sql`
      select organization_id, list, facet, coalesce(kept.total, 0) as total, coalesce(counted.total, 0) as rows
      from (
        select l.organization_id, l.list, f.facet, sum(l.many) as total from (
          select r.organization_id, r.list, r.facets, count(*) as many from listed_rows r group by 1, 2, 3
        ) l cross join lateral unnest(l.facets) f(facet)
        group by 1, 2, 3
      ) counted
      full join (
        select a.organization_id, a.list, a.facet, sum(a.total) as total from (
          select organization_id, list, facet, total from list_totals
          union all
          select d.organization_id, d.list, f.facet, d.delta
          from list_deltas d cross join lateral unnest(d.facets) f(facet)
        ) a group by 1, 2, 3
      ) kept using (organization_id, list, facet)
      where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`,
  },
  {
    // Changes that wait to be added go to the totals of organizations and of members in one step.
    name: 'member_totals_are_right',
    sentence: 'The total of a member is not the sum of the totals of their organizations.',
    find: (sql) => sql`
      select user_id, list, facet, coalesce(kept.total, 0) as total, coalesce(counted.total, 0) as sum_of_totals
      from (
        select m.user_id, t.list, t.facet, sum(t.total) as total from list_totals t
        join organization_members m on m.organization_id = t.organization_id
        where t.facet not like '%\\_id=%' group by 1, 2, 3
      ) counted
      full join member_totals kept using (user_id, list, facet)
      where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`,
  },
  {
    name: 'overall_totals_are_right',
    sentence: 'The total of all organizations is not the sum of their totals.',
    find: (sql) => sql`
      select list, facet, coalesce(kept.total, 0) as total, coalesce(counted.total, 0) as sum_of_totals
      from (select list, facet, sum(total) as total from list_totals where facet not like '%\\_id=%' group by 1, 2) counted
      full join (select list, facet, sum(total) as total from overall_totals group by 1, 2) kept using (list, facet)
      where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`,
  },
  {
    name: 'list_spans_are_right',
    sentence: 'A list has another number of rows in a span of time than its total says.',
    find: (sql) => wrongSpans(sql, sql`select * from list_totals`, sql`l.organization_id`),
  },
  {
    name: 'overall_spans_are_right',
    sentence: 'All organizations together have another number of rows in a span of time than their total says.',
    find: (sql) =>
      wrongSpans(sql, sql`select ${NOBODY}::uuid as organization_id, t.* from overall_totals t`, sql`${NOBODY}::uuid`),
  },
  {
    name: 'price_keys_are_right',
    sentence: 'The product is listed by another price than its cheapest one.',
    find: (sql) => sql`
      select p.id as product_id, k.amount_type, k.amount, x.amount_type as cheapest_type, x.amount as cheapest_amount
      from products p left join product_price_keys k on k.id = p.id
      left join (
        select product_id, min(amount_type) as amount_type,
          min(coalesce(price_amount, preset_amount, minimum_amount, 0)) as amount
        from product_prices where not is_archived group by product_id
      ) x on x.product_id = p.id
      where k.id is null or (k.organization_id, k.amount_type, k.amount) is distinct from
        (p.organization_id, x.amount_type, x.amount)`,
  },
  {
    name: 'attachments_are_noticed',
    sentence: 'The product has media or custom fields, and does not say so.',
    find: (sql) => sql`
      select p.id as product_id, p.has_attachments from products p
      where not p.has_attachments and (exists (select from product_medias m where m.product_id = p.id)
        or exists (select from product_custom_fields f where f.product_id = p.id))`,
  },
]
