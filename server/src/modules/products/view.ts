import type { Links } from '../../kernel/links.ts'
import { benefitView, productBenefitView } from '../benefits/index.ts'
import { attachedFieldView } from '../custom-fields/index.ts'
import { productMediaView } from '../files/index.ts'
import type { ProductFilter } from './list.ts'
import type { FullProduct, Price, Product } from './model.ts'
import type {
  BaseProduct as BaseProductWire,
  CheckoutProduct as CheckoutProductWire,
  Price as PriceWire,
  ProductQuery,
  Product as ProductWire,
} from './schema.ts'

export function priceView(price: Price): PriceWire {
  return {
    id: price.id,
    created_at: price.createdAt.toISOString(),
    modified_at: price.modifiedAt?.toISOString() ?? null,
    type: price.type,
    amount_type: price.amountType,
    recurring_interval: price.recurringInterval,
    price_amount: price.priceAmount,
    price_currency: price.priceCurrency,
    minimum_amount: price.minimumAmount,
    maximum_amount: price.maximumAmount,
    preset_amount: price.presetAmount,
    is_archived: price.isArchived,
    product_id: price.productId,
  }
}

export function baseProductView(product: Product): BaseProductWire {
  return {
    id: product.id,
    created_at: product.createdAt.toISOString(),
    modified_at: product.modifiedAt?.toISOString() ?? null,
    name: product.name,
    description: product.description,
    is_recurring: product.isRecurring,
    is_archived: product.isArchived,
    recurring_interval: product.recurringInterval,
    organization_id: product.organizationId,
  }
}

/** What a buyer sees: benefits without their inner settings, and no metadata. */
export function checkoutProductView(product: FullProduct, links: Links): CheckoutProductWire {
  return {
    ...baseProductView(product),
    prices: product.prices.map(priceView),
    benefits: product.benefits.map(productBenefitView),
    medias: product.medias.map((file) => productMediaView(file, links)),
  }
}

export function productView(product: FullProduct, links: Links): ProductWire {
  return {
    ...baseProductView(product),
    metadata: product.metadata,
    prices: product.prices.map(priceView),
    benefits: product.benefits.map(benefitView),
    medias: product.medias.map((file) => productMediaView(file, links)),
    attached_custom_fields: product.attachedFields.map(attachedFieldView),
  }
}

export function productFilter(query: ProductQuery): ProductFilter {
  return {
    id: query.id,
    organizationId: query.organization_id,
    query: query.query,
    isArchived: query.is_archived,
    isRecurring: query.is_recurring,
    benefitId: query.benefit_id,
  }
}
