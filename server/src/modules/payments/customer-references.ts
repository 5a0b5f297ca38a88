import type { Db } from '../../platform/postgres/pool.ts'
import type { ProcessorName } from './model.ts'
import type { CustomerReferences } from './port.ts'

/** What this processor calls our customers, in our own books. */
export function customerReferences({ sql }: Db, processor: ProcessorName): CustomerReferences {
  return {
    async find(customerId) {
      const [row] = await sql<{ reference: string }[]>`
        select reference from processor_customers where customer_id = ${customerId} and processor = ${processor}`
      return row?.reference ?? null
    },

    async keep(customerId, reference, gone) {
      const [row] = await sql<{ reference: string }[]>`
        insert into processor_customers as kept (customer_id, processor, reference)
        values (${customerId}, ${processor}, ${reference})
        on conflict (customer_id, processor) do update
        set reference = case when kept.reference = ${gone} then excluded.reference else kept.reference end
        returning kept.reference`
      return row?.reference ?? reference
    },
  }
}
