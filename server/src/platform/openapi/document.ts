/** The parts of OpenAPI 3.1 that we write. */
export type JsonSchema = { readonly [keyword: string]: unknown }

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  /** Instead of one example, several with names. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Header {
  readonly description: string
  readonly schema: JsonSchema
}

export interface ApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: {
    readonly 'application/json'?: MediaType
    /** Server-sent events: the schema is that of each event's data. */
    readonly 'text/event-stream'?: MediaType
  }
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly 'x-required-scope'?: string
  readonly parameters: readonly (Parameter | Reference)[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<'application/json', MediaType>>
  }
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>
}

export type PathItem = Readonly<Record<string, Operation>>

export interface ApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly responses: Readonly<Record<string, ApiResponse>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
  }
}

export const refTo = (kind: keyof ApiDocument['components'], name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
})
