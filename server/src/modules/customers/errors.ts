import { InvalidInput, invalidField } from '../../kernel/invalid-input.ts'
import { brokenConstraint } from '../../platform/postgres/pool.ts'

/** A value that another customer of the organization has, also when that was found out only by the database. */
export function takenOr(error: unknown, input: { email?: string; external_id?: string | null }): unknown {
  switch (brokenConstraint(error)) {
    case 'customers_email_key':
      return invalidField('email', 'Another customer has this e-mail address', input.email)
    case 'customers_external_id_key':
      return invalidField('external_id', 'Another customer has this external id', input.external_id)
    default:
      return error
  }
}

/** Two of the caller's organizations know the same external id. */
export function ambiguousExternalId(externalId: string, loc: readonly string[]): InvalidInput {
  const msg = 'Several of your organizations have a customer with this external id: say which one is meant'
  return new InvalidInput([{ type: 'value_error', loc, msg, input: externalId }])
}
