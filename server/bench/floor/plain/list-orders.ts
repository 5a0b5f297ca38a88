import { CUSTOMER, DISCOUNT, PRICE, PRODUCT, SUBSCRIPTION } from './columns.ts'
import { type Context, findOrganization } from './context.ts'
import { orderOf } from './views.ts'

/** The page with a join and the total with a count, side by side. */
export async function listOrders({ sql, links }: Context, authorization: string | undefined): Promise<object> {
  const organization = await findOrganization(sql, authorization, 'orders:read')
  const limit = 10
  const [[total], rows] = await Promise.all([
    sql`select count(*)::int as many from orders where organization_id = ${organization}`,
    sql`
      select o.*, ${sql.unsafe([CUSTOMER, PRODUCT, PRICE, DISCOUNT, SUBSCRIPTION].join(', '))}
      from orders o
      join customers cu on cu.id = o.customer_id
      join products p on p.id = o.product_id
      join product_prices pr on pr.id = o.product_price_id
      left join discounts d on d.id = o.discount_id
      left join subscriptions s on s.id = o.subscription_id
      where o.organization_id = ${organization}
      order by o.created_at desc, o.id desc limit ${limit}`,
  ])
  const many = total?.many ?? 0
  return {
    items: rows.map((row) => orderOf(row, links)),
    pagination: { total_count: many, max_page: Math.ceil(many / limit) },
  }
}
