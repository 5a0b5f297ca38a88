import type { Links } from '../../kernel/links.ts'
import { orderDiscountView } from '../discounts/index.ts'
import { checkoutProductView, priceView } from '../products/index.ts'
import type { FullCheckoutLink } from './model.ts'
import { shownOffer } from './rules/selection.ts'
import type { CheckoutLink as CheckoutLinkWire } from './schema.ts'

export function checkoutLinkView(full: FullCheckoutLink, links: Links): CheckoutLinkWire {
  const { link, products, discount } = full
  const { product, price } = shownOffer(full)
  return {
    id: link.id,
    created_at: link.createdAt.toISOString(),
    modified_at: link.modifiedAt?.toISOString() ?? null,
    organization_id: link.organizationId,
    client_secret: link.clientSecret,
    url: links.checkoutLink(link.clientSecret),
    label: link.label,
    success_url: link.successUrl,
    allow_discount_codes: link.allowDiscountCodes,
    payment_processor: 'stripe',
    product_id: product.id,
    product_price_id: price.id,
    discount_id: discount?.id ?? null,
    metadata: link.metadata,
    product: checkoutProductView(product, links),
    products: products.map((offered) => checkoutProductView(offered, links)),
    product_price: priceView(price),
    discount: discount && orderDiscountView(discount),
  }
}
