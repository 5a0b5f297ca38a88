/** Columns of joined tables, each under the name `alias_column`, because a row of the driver is flat. */
function named(alias: string, columns: string): string {
  return columns
    .trim()
    .split(/\s+/)
    .map((column) => `${alias}.${column} as ${alias}_${column}`)
    .join(', ')
}

export const PRODUCT = named(
  'p',
  `id created_at modified_at name description is_recurring is_archived recurring_interval organization_id`,
)

export const PRICE = named(
  'pr',
  `id created_at modified_at type amount_type recurring_interval price_amount price_currency minimum_amount
  maximum_amount preset_amount is_archived product_id`,
)

export const CUSTOMER = named(
  'cu',
  `id created_at modified_at version metadata email email_verified name billing_address tax_id organization_id
  external_id deleted_at`,
)

export const DISCOUNT = named(
  'd',
  `id name code type amount currency basis_points duration duration_in_months created_at modified_at metadata starts_at
  ends_at max_redemptions max_redemptions_per_customer redemptions_count organization_id`,
)

export const SUBSCRIPTION = named(
  's',
  `id created_at modified_at metadata amount currency recurring_interval status current_period_start current_period_end
  cancel_at_period_end canceled_at started_at ends_at ended_at customer_id product_id price_id discount_id checkout_id
  customer_cancellation_reason customer_cancellation_comment`,
)
