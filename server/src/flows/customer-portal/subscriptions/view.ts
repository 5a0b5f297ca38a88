import type { SignedInCustomer } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { customerView, orderUserView } from '../../../modules/customers/index.ts'
import { checkoutDiscountView } from '../../../modules/discounts/index.ts'
import type { Organization } from '../../../modules/organizations/index.ts'
import { priceView } from '../../../modules/products/index.ts'
import { type FullSubscription, orderSubscriptionView } from '../../../modules/subscriptions/index.ts'
import { asSeenBy } from '../person.ts'
import { ownProductView } from '../product.ts'
import type { OwnSubscription } from './schema.ts'

export function ownSubscriptionView(
  full: FullSubscription,
  organization: Organization,
  session: SignedInCustomer,
  links: Links,
): OwnSubscription {
  const customer = asSeenBy(session, full.customer)
  return {
    ...orderSubscriptionView(full.subscription),
    metadata: {},
    custom_field_data: full.subscription.customFieldData,
    customer: customerView(customer, links),
    user: orderUserView(customer, links),
    product: ownProductView(full.product, organization, links),
    price: priceView(full.price),
    discount: full.discount && checkoutDiscountView(full.discount),
  }
}
