import { invalidField } from '../../kernel/invalid-input.ts'
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

export const noSuchCustomer = (id: string) => invalidField('customer_id', 'There is no such customer', id)
