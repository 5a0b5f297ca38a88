import type { Links } from '../../kernel/links.ts'
import { Extend, named } from '../../kernel/wire.ts'
import { type Organization, OrganizationPublicWire, organizationPublicView } from '../../modules/organizations/index.ts'
import { CheckoutProductWire, checkoutProductView, type FullProduct } from '../../modules/products/index.ts'

/** What was bought, as it is sold now, with whoever sells it. */
export const OwnProduct = named(
  'CustomerPortalProduct',
  Extend(CheckoutProductWire, { organization: OrganizationPublicWire }),
)

export function ownProductView(product: FullProduct, organization: Organization, links: Links) {
  return { ...checkoutProductView(product, links), organization: organizationPublicView(organization) }
}
