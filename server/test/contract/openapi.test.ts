import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { allRoutes } from '../../src/entry/compose.ts'
import { openApiDocument, openApiText } from '../../src/entry/openapi.ts'
import { SecretBox } from '../../src/kernel/secrets.ts'
import type { JsonSchema, MediaType } from '../../src/platform/openapi/document.ts'
import { operationsOf } from '../../src/platform/openapi/operations-of.ts'

const routes = allRoutes({
  baseUrl: 'http://localhost:4242',
  checkoutHours: 24,
  box: new SecretBox('a secret key for tests, and for nothing else'),
})
const document = openApiDocument(routes)
const operations = operationsOf(document)

describe('openapi/openapi.json', () => {
  it('is fresh: `npm run openapi` would change nothing', async () => {
    const committed = await readFile(resolve(import.meta.dirname, '../../../openapi/openapi.json'), 'utf8')
    // Compared by itself first: a difference of half a megabyte is hard to read.
    expect(committed === openApiText(routes), 'run `npm run openapi` and commit the result').toBe(true)
  })

  it('describes every route, each once', () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(routes.map(({ spec }) => `${spec.method} ${spec.path}`).toSorted())
  })
})

describe('every operation', () => {
  it('has an operationId of its own', () => {
    const ids = operations.map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  })

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s has a summary, a tag with a sentence, and says what it needs',
    (_, operation) => {
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/)
      expect(operation.description).toMatch(/\.$/)
      const [tag] = document.tags.filter(({ name }) => operation.tags.includes(name))
      expect(tag?.description, `add a sentence for "${operation.tags}" in entry/openapi.ts`).toMatch(/\.$/)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '503']))
    },
  )

  it('names path parameters as its path does', () => {
    for (const { path, parameters } of operations) {
      const named = parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one.name] : []))
      expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
  })

  it('takes an Idempotency-Key if it writes, and no other does', () => {
    for (const { method, operationId, parameters } of operations) {
      const refs = parameters.flatMap((one) => ('$ref' in one ? [one.$ref] : []))
      // A POST that only reads: a token must not stand in an address, and a preview is asked for like what it previews.
      const isWrite = method !== 'GET' && !['previewInvitation', 'previewMail'].includes(operationId)
      expect([operationId, refs.some((ref) => ref.endsWith('/IdempotencyKey'))]).toEqual([operationId, isWrite])
    }
  })
})

describe('references', () => {
  it('all lead somewhere, and every component is used', () => {
    const text = JSON.stringify(document)
    const used = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map((match) => match[1]))
    const { securitySchemes, ...components } = document.components
    const defined = Object.entries(components).flatMap(([kind, group]) =>
      Object.keys(group).map((name) => `${kind}/${name}`),
    )
    expect([...used].toSorted()).toEqual(defined.toSorted())
  })

  it('a named shape that may be null is a choice between the two', () => {
    expect(document.components.schemas.Order?.properties).toMatchObject({
      billing_address: { anyOf: [{ $ref: '#/components/schemas/Address' }, { type: 'null' }] },
    })
  })
})

describe('examples', () => {
  const media = operations.flatMap((operation): [string, MediaType][] => {
    const bodies = operation.requestBody ? [operation.requestBody.content['application/json']] : []
    const answers = Object.entries(operation.responses).flatMap(([status, response]) => {
      const given = 'content' in response ? response.content : undefined
      const content = given?.['application/json'] ?? given?.['text/event-stream']
      return content ? [[`${operation.operationId} ${status}`, content] as [string, MediaType]] : []
    })
    return [...bodies.map((body) => [`${operation.operationId} body`, body] as [string, MediaType]), ...answers]
  })
  const shared = Object.entries(document.components.responses).flatMap(([name, response]): [string, MediaType][] => {
    const content = response.content?.['application/json']
    return content ? [[name, content]] : []
  })

  it.each([...media, ...shared])('%s fits its schema', (_, { schema, example, examples }) => {
    const validator = Schema.Compile(inlined(schema) as object)
    const values = examples ? Object.values(examples).map(({ value }) => value) : [example]
    for (const value of values) expect(validator.Errors(value)[1]).toEqual([])
  })

  it('show every key of an answer', () => {
    for (const [name, { schema, example }] of media) {
      if (name.endsWith(' body') || example === undefined) continue
      const { required = [] } = inlined(schema) as { required?: string[] }
      expect(Object.keys(example as object), name).toEqual(expect.arrayContaining(required))
    }
  })
})

describe('a stream', () => {
  it('takes the number that a reader goes on from, and no other operation does', () => {
    const taking = operations.filter(({ parameters }) =>
      parameters.some((one) => '$ref' in one && one.$ref === '#/components/parameters/LastEventId'),
    )
    const streams = routes.filter(({ mode }) => mode === 'stream').map(({ spec }) => spec.operationId)
    expect(streams).toHaveLength(2)
    expect(taking.map(({ operationId }) => operationId).toSorted()).toEqual(streams.toSorted())
  })

  it('is described as server-sent events, with the shape of their data', () => {
    const stream = operations.find(({ operationId }) => operationId === 'streamCheckoutFromClient')
    expect(stream?.responses['200']).toMatchObject({
      content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/CheckoutPublic' } } },
    })
    expect(stream?.responses['410']).toBeDefined()
  })
})

describe('a refusal', () => {
  it('shows what it has besides', () => {
    expect(document.components.schemas.EventsForgotten).toMatchObject({
      required: ['error', 'detail', 'code', 'oldest_sequence', 'request_id'],
      properties: { oldest_sequence: { type: 'integer' } },
    })
  })
})

describe('refusals that share a status', () => {
  it('are one union, told apart by `error`', () => {
    const confirm = operations.find((operation) => operation.path.endsWith('/confirm'))
    const response = confirm?.responses['403']
    const schema = response && 'content' in response ? response.content?.['application/json']?.schema : undefined
    expect(schema).toMatchObject({
      oneOf: expect.arrayContaining([{ $ref: '#/components/schemas/NotOpenCheckout' }]),
      discriminator: { propertyName: 'error' },
    })
  })

  it('each name the one class that they are', () => {
    const { NotPermitted, RequestValidationError } = document.components.schemas
    expect(NotPermitted?.properties).toMatchObject({ error: { const: 'NotPermitted' } })
    expect(RequestValidationError?.properties).toMatchObject({ detail: { type: 'array' } })
  })
})

/** The schema with every reference replaced by what it leads to. */
function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined)
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: unknown }
  if (typeof $ref === 'string') return inlined(document.components.schemas[$ref.split('/').at(-1) ?? ''] as JsonSchema)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlined(inner)]))
}
