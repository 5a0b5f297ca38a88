import { change, type Damage, idOf } from './damage.ts'

export const TOTAL_DAMAGES: readonly Damage[] = [
  {
    check: 'list_totals_are_right',
    what: 'a list counts one row too many',
    cause: (sql) =>
      change(sql, 'list_totals', sql`total = total + 1`, sql`facet like '%product_id=%'`, sql`organization_id`),
  },
  {
    check: 'list_totals_are_right',
    what: 'a row was counted twice, and the second time was not added yet',
    cause: (sql) =>
      idOf(sql`
        insert into list_deltas (organization_id, list, facets, listed_at, delta)
        select id, 'orders', array[''], now(), 1 from organizations limit 1 returning organization_id as id`),
  },
  {
    check: 'member_totals_are_right',
    what: 'a member sees one row too many',
    cause: (sql) => change(sql, 'member_totals', sql`total = total + 1`, sql`true`, sql`user_id`),
  },
  {
    check: 'overall_totals_are_right',
    what: 'all organizations together have one row too many',
    cause: async (sql) => {
      await sql`update overall_totals set total = total + 1 where list = 'orders' and facet = ''`
      return 'orders'
    },
  },
  {
    check: 'list_spans_are_right',
    what: 'an order is counted in a later span than it is in',
    cause: async (sql) => {
      const organizationId = await idOf(sql`
        update list_totals set total = total - 1 where ctid = (
          select ctid from list_totals where list = 'orders' and facet = '' limit 1)
        returning organization_id as id`)
      await sql`
        insert into list_totals (organization_id, list, facet, starts_at, total, latest_at)
        values (${organizationId}, 'orders', '', '2100-01-01', 1, '2100-01-01')`
      return organizationId
    },
  },
  {
    check: 'overall_spans_are_right',
    what: 'an order of all is counted in a later span than it is in',
    cause: async (sql) => {
      await sql`update overall_totals set total = total - 1 where list = 'orders' and facet = ''`
      await sql`
        insert into overall_totals (list, facet, starts_at, total, latest_at) values ('orders', '', '2100-01-01', 1, '2100-01-01')`
      return 'orders'
    },
  },
  {
    check: 'price_keys_are_right',
    what: 'a product is listed by another price',
    cause: (sql) => change(sql, 'product_price_keys', sql`amount = amount + 1`, sql`amount is not null`),
  },
  {
    check: 'attachments_are_noticed',
    what: 'a product forgot its pictures',
    cause: (sql) => change(sql, 'products', sql`has_attachments = false`, sql`has_attachments`),
  },
]
