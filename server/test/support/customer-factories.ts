import type { Reply } from './client.ts'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

export async function makeCustomer(
  till: TestTill,
  organizationId: string,
  fields: object = {},
): Promise<Reply['body']> {
  const email = `customer-${unique()}@example.com`
  return till.owner.must(till.owner.post('/v1/customers/', { organization_id: organizationId, email, ...fields }))
}
