/** What the page reads of the API's answers. Answers have more; unknown values are passed over. */

export type Interval = 'day' | 'week' | 'month' | 'year'

export interface Price {
  readonly id: string
  readonly type: string
  readonly amount_type: string
  readonly recurring_interval: Interval | null
  readonly price_amount: number | null
  readonly price_currency: string | null
  readonly minimum_amount: number | null
  readonly maximum_amount: number | null
}

export interface Discount {
  readonly name: string
  readonly code: string | null
  readonly type: string
  readonly amount?: number
  readonly currency?: string
  readonly basis_points?: number
  readonly duration: string
  readonly duration_in_months?: number
}

export interface Benefit {
  readonly id: string
  readonly type: string
  readonly description: string
}

export interface Product {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly prices: readonly Price[]
  readonly benefits: readonly Benefit[]
  readonly medias: readonly { readonly public_url: string }[]
}

export interface Address {
  readonly country: string
  readonly line1: string | null
  readonly line2: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly state: string | null
}

export interface AttachedField {
  readonly custom_field: {
    readonly type: string
    readonly slug: string
    readonly name: string
    readonly properties: {
      readonly form_label?: string
      readonly form_help_text?: string
      readonly form_placeholder?: string
      readonly textarea?: boolean
      readonly min_length?: number
      readonly max_length?: number
      readonly ge?: number
      readonly le?: number
      readonly options?: readonly { readonly value: string; readonly label: string }[]
    }
  }
  readonly required: boolean
}

export type CustomFieldValue = string | number | boolean | null

export interface Checkout {
  readonly id: string
  readonly status: string
  readonly url: string
  readonly success_url: string
  readonly amount: number
  readonly subtotal_amount: number
  readonly tax_amount: number | null
  readonly total_amount: number
  readonly currency: string
  readonly allow_discount_codes: boolean
  readonly is_discount_fixed: boolean
  readonly is_discount_applicable: boolean
  readonly is_payment_form_required: boolean
  readonly customer_id: string | null
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly customer_billing_address: Address | null
  readonly customer_tax_id: string | null
  readonly payment_processor_metadata: Readonly<Record<string, string>>
  readonly embed_origin: string | null
  readonly product: Product
  /** All that it offers; the one that is chosen is one of them. */
  readonly products: readonly Product[]
  readonly product_price: Price
  readonly discount: Discount | null
  readonly attached_custom_fields: readonly AttachedField[]
  readonly custom_field_data: Readonly<Record<string, CustomFieldValue>>
  readonly organization: {
    readonly name: string
    readonly email: string | null
    readonly avatar_url: string | null
    readonly profile_settings: { readonly accent_color: string | null }
    readonly mail_settings: { readonly order_receipts: boolean }
  }
}

export interface ConfirmedCheckout extends Checkout {
  readonly customer_session_token: string
}

export interface LicenseKey {
  readonly id: string
  readonly key: string
  readonly benefit_id: string
  readonly limit_activations: number | null
  readonly expires_at: string | null
}

/** A file that was bought, with a link that works for a while. */
export interface Download {
  readonly id: string
  readonly benefit_id: string
  readonly file: {
    readonly name: string
    readonly version: string | null
    /** In bytes. */
    readonly size: number
    readonly download: { readonly url: string }
  }
}

/** What was bought, as the buyer's own orders show it. */
export interface Order {
  readonly id: string
  readonly created_at: string
  readonly checkout_id: string | null
}

/** A benefit that somebody has. */
export interface Grant {
  readonly id: string
  readonly benefit: Benefit & { readonly properties: { readonly note?: string | null } }
}

/** A refusal's body: `detail` is a sentence, or a list when input does not fit. */
export interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly detail?: string | readonly InputIssue[]
}

/** What is told of a checkout whose time is over. */
export interface ExpiredBody extends ErrorBody {
  readonly organization_name?: string
  readonly organization_avatar_url?: string | null
  readonly accent_color?: string | null
  readonly product_name?: string
  readonly embed_origin?: string | null
}

export interface InputIssue {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

/** What the buyer can change before they pay: the body of a PATCH. */
export interface Patch {
  readonly product_id?: string
  readonly product_price_id?: string
  readonly amount?: number
  readonly discount_code?: string | null
  readonly customer_billing_address?: Address | null
  readonly customer_tax_id?: string | null
}
