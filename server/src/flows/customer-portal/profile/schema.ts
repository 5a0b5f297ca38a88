import { type Static, Type } from 'typebox'
import { AnyObject, named } from '../../../kernel/wire.ts'
import { CustomerWire } from '../../../modules/customers/index.ts'

const { id, created_at, modified_at, email, email_verified, name, billing_address, tax_id } = CustomerWire.properties

/** Without what the seller notes about them. */
export const OwnProfile = named(
  'CustomerPortalCustomer',
  Type.Object({
    id,
    created_at,
    modified_at,
    email,
    email_verified,
    name,
    billing_address,
    tax_id,
    oauth_accounts: Type.Unsafe<Record<string, never>>({
      ...AnyObject,
      description: 'Always empty: customers sign in with no account of another site.',
      examples: [{}],
    }),
  }),
)
export type OwnProfile = Static<typeof OwnProfile>
