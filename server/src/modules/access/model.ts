/** An access token as it is stored: the token itself is shown once and never kept. */
export interface AccessToken {
  readonly id: string
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly version: number
  readonly kind: 'personal' | 'organization'
  readonly userId: string | null
  readonly organizationId: string | null
  readonly comment: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}
