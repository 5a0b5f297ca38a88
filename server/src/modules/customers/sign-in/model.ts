/** What was asked for with an address, whether or not it is a customer's. */
export interface SignInCode {
  readonly organizationId: string
  readonly email: string
  readonly codeHash: Uint8Array
  /** The mail that carries the code. */
  readonly mailId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Whose code it is, as the caller says. */
export interface SignInAsk {
  readonly organizationId: string
  readonly email: string
}
