import type { Role } from '../../kernel/actor.ts'
import type { Versioned } from '../../kernel/revision.ts'

/** An access token as it is stored: the token itself is shown once and never kept. */
export interface AccessToken extends Versioned {
  readonly id: string
  readonly kind: 'personal' | 'organization'
  readonly userId: string | null
  readonly organizationId: string | null
  /** Who made an organization's token, where a person did. */
  readonly createdByUserId: string | null
  readonly comment: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/** One that belongs to an organization. */
export interface OrganizationOwned extends AccessToken {
  readonly kind: 'organization'
  readonly organizationId: string
}

/** A person with access. The e-mail address is a label and proves nothing: their tokens say who somebody is. */
export interface User extends Versioned {
  readonly id: string
  readonly email: string | null
  readonly name: string | null
}

/** An organization as somebody sees it who belongs to it. */
export interface Membership {
  readonly organizationId: string
  readonly name: string
  readonly slug: string
  readonly role: Role
  readonly createdAt: Date
}
