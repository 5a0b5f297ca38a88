import type { Reply } from './client.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** With its secret, which is shown once. */
export async function makeEndpoint(till: TestTill, organizationId: string, fields: object = {}): Promise<Body> {
  return till.owner.must(
    till.owner.post('/v1/webhooks/endpoints', {
      organization_id: organizationId,
      url: 'https://shop.example.com/hooks/till',
      events: ['product.created', 'product.updated'],
      ...fields,
    }),
  )
}

export async function deliveriesOf(till: TestTill, endpointId: string, query = ''): Promise<Body[]> {
  const { body } = await till.owner.get(
    `/v1/webhooks/deliveries?endpoint_id=${endpointId}&sorting=created_at&limit=100${query}`,
  )
  return body.items
}
