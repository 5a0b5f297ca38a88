import type { Reply } from './client.ts'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

/** A text field without limits. */
export function makeCustomField(till: TestTill, organizationId: string, fields: object = {}): Promise<Reply['body']> {
  const n = unique()
  const body = { organization_id: organizationId, type: 'text', slug: `field-${n}`, name: `Field ${n}`, ...fields }
  return till.owner.must(till.owner.post('/v1/custom-fields/', body))
}
