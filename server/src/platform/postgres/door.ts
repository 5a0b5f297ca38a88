import type { Fragment } from './pool.ts'

/**
 * What a caller may see, for lists. A list is found in another way for one organization, for several and for so many
 * that asking each of them would take longer than looking at the newest of everybody.
 */
export interface Door {
  /** The only organization behind it; null when there may be several. */
  readonly only: string | null
  /** Whose memberships open it; null for an organization's own token. */
  readonly userId: string | null
  /** The organizations that were asked for; null for all. */
  readonly asked: readonly string[] | null
  readonly isWide: boolean
  /** The organizations behind it, as rows of `organization_id`. */
  readonly organizations: Fragment
  /** Whether a row is behind it, by the column that names its organization. Asked for one row at a time. */
  admits(organizationId: Fragment): Fragment
  /** The same for many rows: what is behind the door is looked up once. */
  admitsMany(organizationId: Fragment): Fragment
}
