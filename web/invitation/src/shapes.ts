export type Role = 'owner' | 'admin' | 'read_only'

interface Organization {
  readonly name: string
}

/** What the API says of an invitation, as far as the page needs it. */
export interface Preview {
  readonly organization: Organization
  readonly role: Role
  readonly email: string
  readonly invited_by_name: string | null
  readonly expires_at: string
}

export interface Accepted {
  readonly organization: Organization
  readonly role: Role
  /** Null for somebody who came with a token. */
  readonly token: string | null
}

export interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly detail?: unknown
}
