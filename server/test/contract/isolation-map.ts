import type { Route } from '../../src/platform/http/route.ts'
import type { GuardedShop } from '../support/two-shops.ts'

/**
 * What stands behind each id of the API. A new route fails its test until its ids are listed here, so that nobody
 * forgets to ask whether strangers can reach it.
 */
type IdOf = (shop: GuardedShop) => string

/** Path parameters, by what stands before them. */
const PATH_IDS: Readonly<Record<string, IdOf>> = {
  '/v1/organizations/': (shop) => shop.organization.id,
  '/v1/organizations/{id}/members/': (shop) => shop.memberId,
  '/v1/organizations/{id}/invitations/': (shop) => shop.invitationId,
  '/v1/products/': (shop) => shop.product.id,
  '/v1/benefits/': (shop) => shop.downloadBenefit.id,
  '/v1/custom-fields/': (shop) => shop.customField.id,
  '/v1/discounts/': (shop) => shop.discount.id,
  '/v1/files/': (shop) => shop.media.id,
  '/v1/checkouts/custom/': (shop) => shop.checkout.id,
  '/v1/checkouts/custom/client/': (shop) => shop.checkout.client_secret,
  '/v1/checkout-links/': (shop) => shop.checkoutLink.id,
  '/v1/orders/': (shop) => shop.order.id,
  '/v1/payments/': (shop) => shop.paymentId,
  '/v1/refunds/': (shop) => shop.refundId,
  '/v1/subscriptions/': (shop) => shop.subscriptionId,
  '/v1/license-keys/': (shop) => shop.licenseKey.id,
  '/v1/license-keys/{id}/activations/': (shop) => shop.activation.id,
  '/v1/customers/': (shop) => shop.customer.id,
  '/v1/customers/external/': (shop) => shop.externalId,
  '/v1/customer-portal/organizations/': (shop) => shop.organization.slug,
  '/v1/customer-portal/orders/': (shop) => shop.order.id,
  '/v1/customer-portal/subscriptions/': (shop) => shop.subscriptionOrder.subscription_id,
  '/v1/customer-portal/license-keys/': (shop) => shop.licenseKey.id,
  '/v1/customer-portal/benefit-grants/': (shop) => shop.grantId,
  '/v1/customer-portal/customers/': (shop) => shop.order.customer_id,
  '/v1/organization-access-tokens/': (shop) => shop.accessTokenId,
  '/v1/personal-access-tokens/': (shop) => shop.personalTokenId,
  '/v1/events/': (shop) => shop.eventId,
  '/v1/webhooks/endpoints/': (shop) => shop.webhookEndpointId,
  '/v1/webhooks/deliveries/': (shop) => shop.webhookDeliveryId,
  '/v1/webhooks/events/': (shop) => shop.eventId,
  '/v1/mailbox/': (shop) => shop.mailId,
}

/** Ids in queries and in bodies, by the name of the field. */
const NAMED_IDS: Readonly<Record<string, IdOf>> = {
  organization_id: (shop) => shop.organization.id,
  product_id: (shop) => shop.product.id,
  products: (shop) => shop.product.id,
  product_price_id: (shop) => shop.product.prices[0].id,
  benefit_id: (shop) => shop.licenseBenefit.id,
  benefits: (shop) => shop.licenseBenefit.id,
  discount_id: (shop) => shop.discount.id,
  customer_id: (shop) => shop.order.customer_id,
  checkout_id: (shop) => shop.order.checkout_id,
  order_id: (shop) => shop.order.id,
  payment_id: (shop) => shop.paymentId,
  subscription_id: (shop) => shop.subscriptionId,
  activation_id: (shop) => shop.activation.id,
  endpoint_id: (shop) => shop.webhookEndpointId,
  event_id: (shop) => shop.eventId,
}

/** Filters that take a text by which a stranger's things could be found. */
const NAMED_TEXTS: Readonly<Record<string, IdOf>> = {
  slug: (shop) => shop.organization.slug,
  email: (shop) => shop.order.customer.email,
  query: (shop) => shop.order.customer.email,
  to: (shop) => shop.order.customer.email,
}

/** Queries that choose among what can be seen, and cannot name anything. */
export const CHOOSING = [
  ...['page', 'limit', 'sorting', 'status', 'type', 'kind', 'active'],
  ...['is_archived', 'is_recurring', 'is_granted', 'product_price_type', 'processor', 'succeeded'],
]

export const FILTERS: Readonly<Record<string, IdOf>> = {
  ...NAMED_IDS,
  ...NAMED_TEXTS,
  // The products themselves, by their own ids.
  id: (shop) => shop.product.id,
  // The same for files.
  ids: (shop) => shop.media.id,
}

export const BODY_IDS: Readonly<Record<string, IdOf>> = {
  ...Object.fromEntries(Object.entries(NAMED_IDS).map(([name, idOf]) => [/s$/.test(name) ? `${name}[]` : name, idOf])),
  // What a mail is shown with.
  object_id: (shop) => shop.order.id,
  'prices[].id': (shop) => shop.product.prices[0].id,
  'medias[]': (shop) => shop.media.id,
  'properties.files[]': (shop) => shop.download.id,
  'attached_custom_fields[].custom_field_id': (shop) => shop.customField.id,
}

/** Ids that are kept as they are and never looked up. */
export const NO_REFERENCE = ['profile_settings.featured_projects[]', 'profile_settings.featured_organizations[]']

/** Anybody may say which organization they want to sign in at. */
export const FOR_ANYBODY = ['requestCustomerSession', 'authenticateCustomerSession']

/** A body that the route accepts from its own shop, for a try at one of its fields. */
export function bodyFor({ spec }: Route, shop: GuardedShop, field?: string): object {
  const offer = { product_id: shop.product.id }
  const isOffer = ['product_id', 'product_price_id', 'products[]'].includes(field ?? '')
  const held = { key: shop.licenseKey.key, organization_id: shop.organization.id }
  const own: Readonly<Record<string, object>> = {
    createCheckout: isOffer ? {} : offer,
    createCheckoutLink: isOffer ? {} : offer,
    ...(field === 'properties.files[]' && { createBenefit: { type: 'downloadables', description: 'Files' } }),
    createOrganizationAccessToken: { comment: 'tests', scopes: ['orders:read'] },
    previewInvitation: { token: shop.invitationToken },
    acceptInvitation: { token: shop.invitationToken },
    requestCustomerSession: { email: shop.order.customer.email },
    authenticateCustomerSession: { email: shop.order.customer.email, code: shop.signInCode },
    previewMail: { kind: 'order_receipt' },
    createPersonalAccessToken: { comment: 'tests', scopes: ['orders:read'] },
    createCustomerSession: { customer_id: shop.order.customer_id },
    completeFileUpload: { id: shop.media.id, path: shop.media.path, parts: [{ number: 1, checksum_etag: 'x' }] },
    createRefund: { order_id: shop.order.id, amount: 100, reason: 'customer_request' },
    replaceProductBenefits: { benefits: [shop.customBenefit.id] },
    redeliverWebhookEvents: { since: '2020-01-01T00:00:00.000Z' },
    confirmCheckoutFromClient: {},
    updateOwnSubscription: { cancel_at_period_end: false },
    validateLicenseKey: { ...held, activation_id: shop.activation.id },
    activateLicenseKey: { ...held, label: 'Laptop' },
    deactivateLicenseKey: { ...held, activation_id: shop.activation.id },
  }
  const asks = field?.startsWith('attached_custom_fields') ? { attached_custom_fields: [{ required: false }] } : {}
  const body = { ...(own[spec.operationId] ?? (spec.bodyExample as object | undefined)), ...asks }
  const takesOwner = Object.hasOwn(
    (spec.body as { properties?: object } | undefined)?.properties ?? {},
    'organization_id',
  )
  return takesOwner ? { organization_id: shop.organization.id, ...body } : body
}

/** The route's path with the ids of a shop. */
export function pathOf({ spec }: Route, shop: GuardedShop): string {
  return spec.path.replace(/\{\w+\}/g, (parameter, at: number) => {
    const before = spec.path.slice(0, at)
    const idOf = PATH_IDS[before]
    if (!idOf) throw new Error(`Say in PATH_IDS what ${parameter} after ${before} stands for.`)
    return idOf(shop)
  })
}

/** What a route has to be asked that is about one organization, whichever the caller belongs to. */
export function queryFor({ spec }: Route, shop: GuardedShop): string {
  return ['listEvents', 'streamEvents'].includes(spec.operationId) ? `?organization_id=${shop.organization.id}` : ''
}
