import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../support/client.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { type Samples, takeSamples } from './document-samples.ts'
import { OPERATIONS, type Operation, SHAPES, type ShapeName } from './document-shapes.ts'
import { examine, noFindings } from './shape-check.ts'

/** What nothing can fill yet. A field that gets a value has to leave this list. */
const NEVER_FILLED = [
  // Plan changes, refunds, cancellations and renewals.
  'checkout_by_id.subscription_id',
  'order.modified_at',
  'subscription.modified_at',
  'subscription.ended_at',
  // Nothing changes an activation once it is made.
  'activation.modified_at',
  // Customers have no account at a code host.
  'user_in_order.code_host_username',
  'user_in_order.github_username',
]

const operations = Object.keys(OPERATIONS) as Operation[]
let till: TestTill
let samples: Samples
beforeAll(async () => {
  till = await startTill()
  samples = await takeSamples(till)
})
afterAll(() => till.stop())

describe('the documented shapes', () => {
  it.each(operations)(
    '%s answers with every field, of the right type, and with none of another variant',
    (operation) => {
      const bodies = samples.get(operation) ?? []
      const findings = noFindings()
      for (const body of bodies) examine(OPERATIONS[operation], body, findings)
      expect(bodies).not.toHaveLength(0)
      expect(findings.problems).toEqual([])
    },
  )

  it('show each field with a value at least once', () => {
    const findings = noFindings()
    for (const operation of operations) {
      for (const body of samples.get(operation) ?? []) examine(OPERATIONS[operation], body, findings)
    }
    const promised = Object.entries(SHAPES).flatMap(([shape, { fields }]) =>
      Object.keys(fields).map((field) => `${shape}.${field}`),
    )
    expect(promised.filter((field) => !findings.filled.has(field)).sort()).toEqual([...NEVER_FILLED].sort())
  })

  it('are those of routes that exist', () => {
    const routes = till.till.routes.map(({ spec }) => `${spec.method} ${spec.path}`)
    expect(operations.filter((operation) => !routes.includes(operation))).toEqual([])
  })

  it('have ids of version 7', () => {
    for (const { id } of samples.get('GET /v1/orders/{id}') ?? []) expect(id[14]).toBe('7')
  })
})

describe('the comparison itself', () => {
  const problemsOf = (shape: ShapeName, body: unknown) => {
    const findings = noFindings()
    examine(shape, body, findings)
    return findings.problems
  }
  const planted = (change: (checkout: Reply['body']) => void) => {
    const [checkout] = structuredClone(samples.get('PATCH /v1/checkouts/custom/client/{client_secret}') ?? [])
    change(checkout)
    return problemsOf('checkout_by_secret', checkout)
  }

  it.each<[string, (checkout: Reply['body']) => void, string]>([
    ['a missing field', (body) => delete body.embed_origin, 'embed_origin is missing'],
    ['a field of another variant', (body) => Object.assign(body, { metadata: {} }), 'metadata must not be there'],
    ['null where there is always a value', (body) => Object.assign(body, { success_url: null }), 'success_url should'],
    ['a number as text', (body) => Object.assign(body, { amount: '1900' }), 'amount should be integer, not "1900"'],
    ['a fraction', (body) => Object.assign(body, { amount: 19.5 }), 'amount should be integer, not 19.5'],
    [
      'a time without milliseconds',
      (body) => Object.assign(body, { expires_at: '2026-01-31T09:30:00Z' }),
      'expires_at',
    ],
    [
      'a day that does not exist',
      (body) => Object.assign(body, { expires_at: '2026-02-30T09:30:00.000Z' }),
      'expires_at',
    ],
    ['an id that is none', (body) => Object.assign(body, { product_id: 'product-1' }), 'product_id should be uuid'],
    ['an unknown value', (body) => Object.assign(body, { status: 'paid' }), 'status should be checkout_status'],
    ['a list instead of an object', (body) => Object.assign(body, { product: [] }), 'product should be an object'],
    ['an object instead of a list', (body) => Object.assign(body.product, { medias: {} }), 'product.medias should be'],
    ['a fault deep inside', (body) => delete body.product.prices[0].type, 'product.prices[0].type is missing'],
    ['a fault in the organization', (body) => delete body.organization.profile_settings.subscribe.promote, 'promote'],
  ])('notices %s', (_, change, problem) => {
    expect(planted(change)).toEqual([expect.stringContaining(problem)])
  })

  it('lets properties be absent, and not wrong', () => {
    const id = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
    const dates = { created_at: '2026-01-31T09:30:00.000Z', modified_at: null }
    const custom_field = { id, ...dates, metadata: {}, type: 'text', slug: 'size', name: 'Size', organization_id: id }
    const attached = { custom_field_id: id, order: 0, required: true }
    const withProperties = (properties: object) => ({ ...attached, custom_field: { ...custom_field, properties } })
    expect(problemsOf('attached_custom_field', withProperties({}))).toEqual([])
    expect(problemsOf('attached_custom_field', withProperties({ max_length: 40 }))).toEqual([])
    expect(problemsOf('attached_custom_field', withProperties({ max_length: '40' }))).toHaveLength(1)
  })
})
