import { NotPermitted, Refusal } from './refusal.ts'

/** What a token may do, as `resource:read` or `resource:write`. */
const RESOURCES = [
  'organizations',
  'products',
  'benefits',
  'files',
  'discounts',
  'custom_fields',
  'customers',
  'checkouts',
  'checkout_links',
  'subscriptions',
  'license_keys',
  'webhooks',
  'events',
  'meters',
  'refunds',
  'orders',
  'organization_access_tokens',
] as const

type Resource = (typeof RESOURCES)[number]
export type Scope =
  | `${Resource}:read`
  | `${Resource}:write`
  | 'payments:read'
  | 'customer_sessions:write'
  | 'metrics:read'

export const SCOPES: readonly Scope[] = [
  ...RESOURCES.flatMap((resource): Scope[] => [`${resource}:read`, `${resource}:write`]),
  'payments:read',
  'customer_sessions:write',
  'metrics:read',
]

interface TokenHolder {
  readonly tokenId: string
  readonly scopes: ReadonlySet<string>
  /** When the token ends; null when it does not. */
  readonly expiresAt: Date | null
}

/** A personal token acts for its user, in every organization where the user is a member. */
export interface PersonalActor extends TokenHolder {
  readonly kind: 'personal'
  readonly userId: string
  /** The organizations where the user may look at everything and change nothing. */
  readonly readOnlyIn: readonly string[]
  /** A member of so many organizations that a list does not ask each of them. */
  readonly seesMany: boolean
}

/** An organization's token acts for that organization alone. */
export interface OrganizationActor extends TokenHolder {
  readonly kind: 'organization'
  readonly organizationId: string
}

export type Actor = PersonalActor | OrganizationActor

/** A customer who looks after what is theirs, by the token of a customer session. */
export interface SignedInCustomer {
  readonly id: string
  readonly organizationId: string
  readonly sessionId: string
  /** The one checkout that they may see what it bought; null when they may see everything of theirs. */
  readonly onlyCheckoutId: string | null
}

/** To read, the right to write is enough. */
export function accepts(needed: Scope, held: ReadonlySet<string>): boolean {
  if (held.has(needed)) return true
  return needed.endsWith(':read') && held.has(needed.replace(/:read$/, ':write'))
}

/** What a member of an organization may do there. */
export const ROLES = ['owner', 'admin', 'read_only'] as const
export type Role = (typeof ROLES)[number]

/** Refuses a member who may only read. An organization's own token is held back by its scopes alone. */
export function requireWriter(actor: Actor, organizationId: string): void {
  if (actor.kind === 'personal' && actor.readOnlyIn.includes(organizationId)) throw readOnlyMember()
}

export const readOnlyMember = () =>
  new Refusal(NotPermitted, {
    code: 'read_only_member',
    detail: 'You may only read in this organization. Ask an owner or an admin of it for another role.',
  })
