import type { EventType } from '../../src/platform/events/types.ts'
import { buy, makeCheckout } from '../support/checkout-factories.ts'
import type { Client, Reply } from '../support/client.ts'
import { makeCustomer } from '../support/customer-factories.ts'
import { unique } from '../support/factories.ts'
import { announceFile, PIXEL, putParts } from '../support/file-factories.ts'
import { invite, makePerson } from '../support/member-factories.ts'
import type { TestTill } from '../support/till.ts'
import type { GuardedShop } from '../support/two-shops.ts'

/** A call that changes something, where the one of the isolation map would not, or would leave nothing for the others. */
export interface Ask {
  readonly path?: string
  readonly body?: object
  readonly client?: Client
}

interface Told {
  /** In this order. What follows in the background has no request, and is not listed. */
  readonly types: readonly EventType[]
  readonly ask?: (shop: GuardedShop, till: TestTill) => Promise<Ask>
}

/**
 * What each write tells. A new route fails its test until it is listed here or below, so that nobody changes a thing
 * that others follow without telling them.
 */
export const TOLD: Readonly<Record<string, Told>> = {
  createOrganization: {
    types: ['organization.created', 'member.created'],
    ask: async () => ({ body: { name: 'Another shop', slug: `another-shop-${unique()}` } }),
  },
  updateOrganization: { types: ['organization.updated'] },
  updateOrganizationMember: { types: ['member.updated'] },
  // In each of their organizations; this one is in one.
  updateMe: {
    types: ['member.updated'],
    ask: async (shop, till) => {
      const { client } = await makePerson(till, shop.organization.id, 'admin')
      return { client, body: { name: 'Another name' } }
    },
  },
  removeOrganizationMember: { types: ['member.deleted'] },
  inviteOrganizationMember: { types: ['invitation.created'] },
  withdrawOrganizationInvitation: { types: ['invitation.deleted'] },
  acceptInvitation: {
    types: ['member.created', 'invitation.accepted'],
    ask: async (shop, till) => ({ body: { token: (await invite(till, shop.organization.id)).token } }),
  },
  createOrganizationAccessToken: { types: ['access_token.created'] },
  deleteOrganizationAccessToken: { types: ['access_token.deleted'] },
  createProduct: { types: ['product.created'] },
  updateProduct: { types: ['product.updated'] },
  replaceProductBenefits: {
    types: ['product.updated'],
    ask: async (shop) => ({
      path: `/v1/products/${shop.freebie.id}/benefits`,
      body: { benefits: [shop.customBenefit.id] },
    }),
  },
  createCustomField: { types: ['custom_field.created'] },
  updateCustomField: { types: ['custom_field.updated'] },
  // The product that asks for it is changed with it, and then it goes.
  deleteCustomField: { types: ['product.updated', 'custom_field.deleted'] },
  createBenefit: { types: ['benefit.created'] },
  updateBenefit: { types: ['benefit.updated'] },
  deleteBenefit: { types: ['benefit.deleted'] },
  // The address is theirs: whoever has the code has read the mail.
  authenticateCustomerSession: { types: ['customer.updated'] },
  createDiscount: { types: ['discount.created'] },
  updateDiscount: { types: ['discount.updated'], ask: async () => ({ body: { max_redemptions: 50 } }) },
  deleteDiscount: { types: ['discount.deleted'] },
  completeFileUpload: {
    types: ['file.created'],
    ask: async (shop, till) => {
      const file = await announceFile(till, shop.organization.id, PIXEL)
      return { path: `/v1/files/${file.id}/uploaded`, body: await putParts(till, file, PIXEL) }
    },
  },
  updateFile: { types: ['file.updated'] },
  deleteFile: { types: ['product.updated', 'file.deleted'] },
  createCustomer: { types: ['customer.created'], ask: async () => ({ body: newCustomer() }) },
  updateCustomer: { types: ['customer.updated'] },
  updateCustomerByExternalId: { types: ['customer.updated'] },
  deleteCustomer: {
    types: ['customer.deleted'],
    ask: async (shop, till) => ({ path: `/v1/customers/${(await makeCustomer(till, shop.organization.id)).id}` }),
  },
  deleteCustomerByExternalId: { types: ['customer.deleted'] },
  updateOwnProfile: { types: ['customer.updated'] },
  createCheckout: { types: ['checkout.created'] },
  updateCheckout: { types: ['checkout.updated'], ask: async () => ({ body: { metadata: { campaign: 'winter' } } }) },
  updateCheckoutFromClient: {
    types: ['checkout.updated'],
    ask: async () => ({ body: { customer_name: 'Grace Hopper' } }),
  },
  confirmCheckoutFromClient: {
    types: [
      'customer.created',
      'checkout.updated',
      'order.created',
      'order.paid',
      'benefit_grant.created',
      'license_key.created',
    ],
    ask: async (shop, till) => {
      const { owner } = till
      const benefits = { benefits: [shop.licenseBenefit.id] }
      const product = await owner.must(
        owner.post('/v1/products/', {
          organization_id: shop.organization.id,
          name: 'Echo',
          prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }],
        }),
      )
      await owner.must(owner.post(`/v1/products/${product.id}/benefits`, benefits))
      const checkout = await makeCheckout(till, { product_id: product.id })
      return {
        path: `/v1/checkouts/custom/client/${checkout.client_secret}/confirm`,
        body: { customer_email: newCustomer().email },
      }
    },
  },
  restartCheckoutFromClient: {
    types: ['checkout.created'],
    ask: async (shop, till) => {
      const { id, client_secret } = await makeCheckout(till, { product_id: shop.product.id })
      await till.sql`update checkouts set expires_at = ${new Date(0)} where id = ${id}`
      return { path: `/v1/checkouts/custom/client/${client_secret}/restart` }
    },
  },
  createCheckoutLink: { types: ['checkout_link.created'] },
  updateCheckoutLink: { types: ['checkout_link.updated'] },
  deleteCheckoutLink: { types: ['checkout_link.deleted'] },
  createRefund: { types: ['refund.created', 'refund.updated', 'order.refunded'] },
  updateSubscription: { types: ['subscription.updated', 'subscription.canceled'] },
  revokeSubscription: {
    types: ['subscription.updated', 'subscription.canceled', 'subscription.revoked'],
    ask: async (shop, till) => {
      const { subscription_id } = await buy(till, shop.plan.id, newCustomer().email)
      return { path: `/v1/subscriptions/${subscription_id}` }
    },
  },
  updateOwnSubscription: {
    types: ['subscription.updated', 'subscription.canceled'],
    ask: async () => ({ body: { cancel_at_period_end: true } }),
  },
  cancelOwnSubscription: {
    types: ['subscription.updated', 'subscription.canceled'],
    ask: async (shop, till) => {
      const { subscription_id, customer_id } = await buy(till, shop.plan.id, newCustomer().email)
      const session = await till.owner.must(till.owner.post('/v1/customer-sessions/', { customer_id }))
      return { path: `/v1/customer-portal/subscriptions/${subscription_id}`, client: till.as(session.token) }
    },
  },
  updateLicenseKey: { types: ['license_key.updated'] },
  rotateLicenseKey: {
    types: ['license_key.updated', 'benefit_grant.updated'],
    ask: async (shop, till) => {
      return { path: `/v1/license-keys/${(await soldKey(shop, till)).id}/rotate` }
    },
  },
  activateLicenseKey: { types: ['license_key.activated'] },
  deactivateLicenseKey: { types: ['license_key.deactivated'] },
  createWebhookEndpoint: { types: ['webhook_endpoint.created'] },
  updateWebhookEndpoint: {
    types: ['webhook_endpoint.updated'],
    ask: async () => ({ body: { url: 'https://shop.example.com/other-hooks' } }),
  },
  rotateWebhookSecret: { types: ['webhook_endpoint.updated'] },
  deleteWebhookEndpoint: { types: ['webhook_endpoint.deleted'] },
}

/** What tells nothing, and why. */
export const UNTOLD: Readonly<Record<string, string>> = {
  createFile: 'what waits for its bytes is shown nowhere: file.created comes when they are there',
  validateLicenseKey: 'counts, and counters are no change',
  createCustomerSession: 'a credential of one customer, for an hour',
  requestCustomerSession: 'asks for a code, whoever it is that asks',
  createPersonalAccessToken: 'a credential of a person, and no organization’s',
  deletePersonalAccessToken: 'a credential of a person, and no organization’s',
  previewInvitation: 'reads; the token must not stand in an address',
  previewMail: 'reads; what it shows is asked for in a body',
  resendMail: 'sends again what was told of already',
  createSandboxConfirmationToken: 'a test card belongs to nobody',
  redeliverWebhookEvent: 'sends again what was told of already',
  redeliverWebhookEvents: 'sends again what was told of already',
}

function newCustomer() {
  return { email: `somebody-${unique()}@example.com` }
}

/** A license key of somebody new. */
export async function soldKey(shop: GuardedShop, till: TestTill): Promise<Reply['body']> {
  const { customer_id } = await buy(till, shop.product.id, newCustomer().email)
  const { items } = await till.owner.must(till.owner.get(`/v1/license-keys?customer_id=${customer_id}`))
  return items[0]
}
