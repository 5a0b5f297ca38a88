import type { Row } from 'postgres'
import { initialOf, type Links } from '../../../src/kernel/links.ts'

/** Rows as the driver gives them, to the shapes that the API answers with: written out, one function per shape. */
const moment = (value: Date | null): string | null => value?.toISOString() ?? null

export function priceOf(row: Row) {
  return {
    id: row.pr_id,
    created_at: moment(row.pr_created_at),
    modified_at: moment(row.pr_modified_at),
    type: row.pr_type,
    amount_type: row.pr_amount_type,
    recurring_interval: row.pr_recurring_interval,
    price_amount: row.pr_price_amount,
    price_currency: row.pr_price_currency,
    minimum_amount: row.pr_minimum_amount,
    maximum_amount: row.pr_maximum_amount,
    preset_amount: row.pr_preset_amount,
    is_archived: row.pr_is_archived,
    product_id: row.pr_product_id,
  }
}

export function productOf(row: Row) {
  return {
    id: row.p_id,
    created_at: moment(row.p_created_at),
    modified_at: moment(row.p_modified_at),
    name: row.p_name,
    description: row.p_description,
    is_recurring: row.p_is_recurring,
    is_archived: row.p_is_archived,
    recurring_interval: row.p_recurring_interval,
    organization_id: row.p_organization_id,
  }
}

export function benefitOf(row: Row) {
  return {
    id: row.id,
    created_at: moment(row.created_at),
    modified_at: moment(row.modified_at),
    type: row.type,
    description: row.description,
    selectable: row.selectable,
    deletable: row.deletable,
    organization_id: row.organization_id,
  }
}

export function customerOf(row: Row, links: Links) {
  return {
    id: row.cu_id,
    created_at: moment(row.cu_created_at),
    modified_at: moment(row.cu_modified_at),
    metadata: row.cu_metadata,
    email: row.cu_email,
    email_verified: row.cu_email_verified,
    name: row.cu_name,
    billing_address: row.cu_billing_address,
    tax_id: row.cu_tax_id,
    organization_id: row.cu_organization_id,
    avatar_url: links.avatar(row.cu_name ?? row.cu_email),
    external_id: row.cu_external_id,
    deleted_at: moment(row.cu_deleted_at),
  }
}

function userOf(row: Row, links: Links) {
  const called = row.cu_name ?? row.cu_email
  return { id: row.cu_id, email: row.cu_email, public_name: initialOf(called), avatar_url: links.avatar(called) }
}

function discountOf(row: Row) {
  return {
    id: row.d_id,
    name: row.d_name,
    code: row.d_code,
    type: row.d_type,
    amount: row.d_amount,
    currency: row.d_currency,
    basis_points: row.d_basis_points,
    duration: row.d_duration,
    duration_in_months: row.d_duration_in_months,
    created_at: moment(row.d_created_at),
    modified_at: moment(row.d_modified_at),
    metadata: row.d_metadata,
    starts_at: moment(row.d_starts_at),
    ends_at: moment(row.d_ends_at),
    max_redemptions: row.d_max_redemptions,
    max_redemptions_per_customer: row.d_max_redemptions_per_customer,
    redemptions_count: row.d_redemptions_count,
    organization_id: row.d_organization_id,
  }
}

function subscriptionOf(row: Row) {
  return {
    id: row.s_id,
    created_at: moment(row.s_created_at),
    modified_at: moment(row.s_modified_at),
    metadata: row.s_metadata,
    amount: row.s_amount,
    currency: row.s_currency,
    recurring_interval: row.s_recurring_interval,
    status: row.s_status,
    current_period_start: moment(row.s_current_period_start),
    current_period_end: moment(row.s_current_period_end),
    cancel_at_period_end: row.s_cancel_at_period_end,
    canceled_at: moment(row.s_canceled_at),
    started_at: moment(row.s_started_at),
    ends_at: moment(row.s_ends_at),
    ended_at: moment(row.s_ended_at),
    customer_id: row.s_customer_id,
    product_id: row.s_product_id,
    price_id: row.s_price_id,
    discount_id: row.s_discount_id,
    checkout_id: row.s_checkout_id,
    user_id: row.s_customer_id,
    customer_cancellation_reason: row.s_customer_cancellation_reason,
    customer_cancellation_comment: row.s_customer_cancellation_comment,
  }
}

export function orderOf(row: Row, links: Links) {
  return {
    id: row.id,
    created_at: moment(row.created_at),
    modified_at: moment(row.modified_at),
    metadata: row.metadata,
    custom_field_data: row.custom_field_data,
    status: row.status,
    amount: row.amount,
    tax_amount: row.tax_amount,
    refunded_amount: row.refunded_amount,
    refunded_tax_amount: row.refunded_tax_amount,
    currency: row.currency,
    billing_reason: row.billing_reason,
    billing_address: row.billing_address,
    customer_id: row.customer_id,
    product_id: row.product_id,
    product_price_id: row.product_price_id,
    discount_id: row.discount_id,
    subscription_id: row.subscription_id,
    checkout_id: row.checkout_id,
    user_id: row.customer_id,
    customer: customerOf(row, links),
    user: { ...userOf(row, links), code_host_username: null, github_username: null },
    product: productOf(row),
    product_price: priceOf(row),
    discount: row.discount_id === null ? null : discountOf(row),
    subscription: row.subscription_id === null ? null : subscriptionOf(row),
  }
}

export function licenseKeyOf(row: Row, links: Links) {
  return {
    id: row.id,
    created_at: moment(row.created_at),
    modified_at: moment(row.modified_at),
    organization_id: row.organization_id,
    user_id: row.customer_id,
    customer_id: row.customer_id,
    benefit_id: row.benefit_id,
    user: userOf(row, links),
    customer: customerOf(row, links),
    key: row.key,
    display_key: row.display_key,
    status: row.status,
    limit_activations: row.limit_activations,
    usage: row.usage,
    limit_usage: row.limit_usage,
    validations: row.validations,
    last_validated_at: moment(row.last_validated_at),
    expires_at: moment(row.expires_at),
  }
}

/** As its own routes show it. */
export function ownBenefitOf(row: Row) {
  return { ...benefitOf(row), properties: row.properties, is_tax_applicable: row.is_tax_applicable }
}

export function grantOf(row: Row, customer: object, benefit: object) {
  return {
    id: row.id,
    created_at: moment(row.created_at),
    modified_at: moment(row.modified_at),
    is_granted: row.is_granted,
    is_revoked: row.revoked_at !== null,
    granted_at: moment(row.granted_at),
    revoked_at: moment(row.revoked_at),
    subscription_id: row.subscription_id,
    order_id: row.order_id,
    customer_id: row.customer_id,
    user_id: row.customer_id,
    benefit_id: row.benefit_id,
    customer,
    benefit,
    properties: row.properties,
  }
}

export function organizationOf(row: Row) {
  return {
    id: row.id,
    created_at: moment(row.created_at),
    modified_at: moment(row.modified_at),
    name: row.name,
    slug: row.slug,
    avatar_url: row.avatar_url,
    bio: row.bio,
    company: row.company,
    blog: row.blog,
    location: row.location,
    email: row.email,
    social_username: row.social_username,
    twitter_username: row.social_username,
    pledge_minimum_amount: row.pledge_minimum_amount,
    pledge_badge_show_amount: row.pledge_badge_show_amount,
    default_upfront_split_to_contributors: row.default_upfront_split_to_contributors,
    profile_settings: row.profile_settings,
    feature_settings: row.feature_settings,
    subscription_settings: row.subscription_settings,
    default_currency: row.default_currency,
    mail_settings: { order_receipts: row.mail_settings.order_receipts },
    payments: { mode: row.payments_mode },
  }
}
