import { Allowed } from '../../src/platform/outbound/allowed.ts'
import type { Reply } from './client.ts'
import { makeOrganization } from './factories.ts'
import { makeProduct } from './product-factories.ts'
import { type ReceivedRequest, Receiver } from './receiver.ts'
import { startTill, type TestTill } from './till.ts'
import { deliveriesOf, makeEndpoint } from './webhook-factories.ts'

export const soon = { timeout: 10_000, interval: 10 }
export const bodyOf = (request: ReceivedRequest | undefined) => JSON.parse(request?.body ?? 'null')

/** A shop whose endpoints are all at one path of a receiver, which remembers what came. */
export class WebhookShop {
  readonly till: TestTill
  readonly receiver: Receiver
  id = ''
  path = ''

  private constructor(till: TestTill, receiver: Receiver) {
    this.till = till
    this.receiver = receiver
  }

  static async open(): Promise<WebhookShop> {
    const till = await startTill({ webhookAllow: Allowed.parse('127.0.0.1') as Allowed })
    return new WebhookShop(till, await Receiver.start())
  }

  /** Nothing has happened in it, and nothing has come. */
  async begin(): Promise<void> {
    this.id = (await makeOrganization(this.till)).id
    this.path = `/hook/${this.id}`
  }

  async close(): Promise<void> {
    await this.till.stop()
    await this.receiver.stop()
  }

  readonly received = () => this.receiver.requestsTo(this.path)

  receivedVersions(): number[] {
    return this.received().map((request) => bodyOf(request).object_version)
  }

  endpoint(fields: object = {}): Promise<Reply['body']> {
    return makeEndpoint(this.till, this.id, { url: this.receiver.url(this.path), ...fields })
  }

  async readEndpoint(id: string): Promise<Reply['body']> {
    return (await this.till.owner.get(`/v1/webhooks/endpoints/${id}`)).body
  }

  setStatus(id: string, status: string): Promise<Reply['body']> {
    return this.till.owner.must(this.till.owner.patch(`/v1/webhooks/endpoints/${id}`, { status }))
  }

  deliveries(endpointId: string, query = ''): Promise<Reply['body'][]> {
    return deliveriesOf(this.till, endpointId, query)
  }

  product(): Promise<Reply['body']> {
    return makeProduct(this.till, this.id)
  }

  rename(product: { id: string }, name: string): Promise<Reply['body']> {
    return this.till.owner.must(this.till.owner.patch(`/v1/products/${product.id}`, { name }))
  }
}
