import type { Links } from '../../../kernel/links.ts'
import { type Customer, customerView } from '../../../modules/customers/index.ts'
import type { OwnProfile } from './schema.ts'

export function profileView(customer: Customer, links: Links): OwnProfile {
  const { id, created_at, modified_at, email, email_verified, name, billing_address, tax_id } = customerView(
    customer,
    links,
  )
  return { id, created_at, modified_at, email, email_verified, name, billing_address, tax_id, oauth_accounts: {} }
}
