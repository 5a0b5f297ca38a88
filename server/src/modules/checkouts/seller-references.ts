import { invalidField } from '../../kernel/invalid-input.ts'
import type { Db } from '../../platform/postgres/pool.ts'
import { type Customer, customerFromJson } from '../customers/index.ts'
import { priceFromJson } from '../products/index.ts'
import type { Subscription } from '../subscriptions/index.ts'
import type { Upgradable } from './rules/upgrade.ts'

/** The customer that a seller names in a body: one of the same organization, or 422 at its field. */
export async function findVisibleCustomer(
  db: Db,
  organizationId: string,
  id: string | null | undefined,
): Promise<Customer | null> {
  if (id === null || id === undefined) return null
  const customer = await findCustomerOf(db, organizationId, id)
  if (!customer) throw invalidField('customer_id', 'There is no such customer', id)
  return customer
}

/** Null for one who was deleted. */
export async function findCustomerOf(db: Db, organizationId: string, id: string): Promise<Customer | null> {
  const [row] = await db.sql<{ customer: object }[]>`
    select to_json(cu) as customer from customers cu
    where cu.id = ${id} and cu.organization_id = ${organizationId} and cu.deleted_at is null`
  return row ? customerFromJson(row.customer) : null
}

/** The subscription that a seller wants to upgrade, likewise. One of a deleted customer has nobody to sell to. */
export async function findUpgradable(
  db: Db,
  organizationId: string,
  id: string,
): Promise<Upgradable & { readonly customer: Customer }> {
  const [row] = await db.sql<{ id: string; status: Subscription['status']; price: object; customer: object }[]>`
    select s.id, s.status, to_json(pr) as price, to_json(cu) as customer
    from subscriptions s
    join product_prices pr on pr.id = s.price_id
    join customers cu on cu.id = s.customer_id and cu.deleted_at is null
    where s.id = ${id} and s.organization_id = ${organizationId}`
  if (!row) throw invalidField('subscription_id', 'There is no such subscription', id)
  return {
    subscription: { id: row.id, status: row.status },
    price: priceFromJson(row.price),
    customer: customerFromJson(row.customer),
  }
}
