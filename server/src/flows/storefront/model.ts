import type { Organization } from '../../modules/organizations/index.ts'
import type { FullProduct } from '../../modules/products/index.ts'

/** One page of what an organization sells. */
export interface Storefront {
  readonly organization: Organization
  /** Newest first, each with a price. */
  readonly products: readonly FullProduct[]
  /** From 1. */
  readonly page: number
  readonly hasMore: boolean
}
