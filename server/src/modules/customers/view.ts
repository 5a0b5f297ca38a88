import { initialOf, type Links } from '../../kernel/links.ts'
import type { Customer, CustomerSession } from './model.ts'
import type {
  CustomerSession as CustomerSessionWire,
  Customer as CustomerWire,
  LicenseKeyUser,
  OrderUser,
} from './schema.ts'

export function customerView(customer: Customer, links: Links): CustomerWire {
  return {
    id: customer.id,
    created_at: customer.createdAt.toISOString(),
    modified_at: customer.modifiedAt?.toISOString() ?? null,
    metadata: customer.metadata,
    email: customer.email,
    email_verified: customer.emailVerified,
    name: customer.name,
    billing_address: customer.billingAddress,
    tax_id: customer.taxId && [...customer.taxId],
    organization_id: customer.organizationId,
    avatar_url: links.avatar(calledBy(customer)),
    external_id: customer.externalId,
    deleted_at: customer.deletedAt?.toISOString() ?? null,
  }
}

/** Only whoever made the session has its token. */
export function customerSessionView(
  made: { readonly session: CustomerSession; readonly secret: string; readonly customer: Customer },
  links: Links,
): CustomerSessionWire {
  const { session, secret, customer } = made
  return {
    id: session.id,
    created_at: session.createdAt.toISOString(),
    modified_at: session.modifiedAt?.toISOString() ?? null,
    token: secret,
    expires_at: session.expiresAt.toISOString(),
    customer_portal_url: links.portal(),
    customer_id: session.customerId,
    customer: customerView(customer, links),
  }
}

/** The `user` of a license key mirrors its customer. */
export function licenseKeyUserView(customer: Customer, links: Links): LicenseKeyUser {
  return {
    id: customer.id,
    email: customer.email,
    public_name: initialOf(calledBy(customer)),
    avatar_url: links.avatar(calledBy(customer)),
  }
}

export function orderUserView(customer: Customer, links: Links): OrderUser {
  return { ...licenseKeyUserView(customer, links), code_host_username: null, github_username: null }
}

const calledBy = (customer: Customer): string => customer.name ?? customer.email
