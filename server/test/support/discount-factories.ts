import type { Reply } from './client.ts'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

/** 20 % off, once, with a code of its own. */
export function makeDiscount(till: TestTill, organizationId: string, fields: object = {}): Promise<Reply['body']> {
  const n = unique()
  return till.owner.must(
    till.owner.post('/v1/discounts/', {
      organization_id: organizationId,
      name: `Discount ${n}`,
      code: `CODE${n}`,
      duration: 'once',
      type: 'percentage',
      basis_points: 2000,
      ...fields,
    }),
  )
}
