import type { ApiDocument, JsonSchema } from '../document.ts'
import { acceptsNull, withoutNull } from '../shapes.ts'
import { type Html, html, inline } from './html.ts'

interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

/** The fields of a shape, one per line; objects without a name of their own are laid out below their field. */
export function fieldList(fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map(fieldEntry)}</dl>`
}

export function fieldsOf(schema: JsonSchema, before = ''): Field[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  return Object.entries(properties).flatMap(([key, inner]) => {
    const name = before + key
    const plain = withoutNull(inner)
    const isList = plain.type === 'array' && typeof plain.items === 'object'
    const below = isList ? fieldsOf(plain.items as JsonSchema, `${name}[].`) : fieldsOf(plain, `${name}.`)
    return [{ name, schema: inner, required: required.includes(key) }, ...below]
  })
}

/** The shape itself when a schema is only a reference to it. */
export function resolve(document: ApiDocument, schema: JsonSchema): JsonSchema {
  const name = shapeName(schema)
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema
}

export function typeName(schema: JsonSchema): Html {
  const name = shapeName(schema)
  if (name !== undefined) return html`<a href="#shape-${name}">${name}</a>`
  if (acceptsNull(schema)) return html`${typeName(withoutNull(schema))} or null`
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return html`${choices.map((choice, index) => [index > 0 && ' or ', typeName(choice)])}`
  if (schema.type === 'array') return html`list of ${typeName((schema.items ?? {}) as JsonSchema)}`
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  return html`${typeof schema.format === 'string' && schema.format !== 'int64' ? schema.format : type}`
}

function fieldEntry({ name, schema, required }: Field): Html {
  return html`<dt><code>${name}</code> <span class="type">${typeName(schema)}</span>${required && html` <em>required</em>`}</dt>
<dd>${typeof schema.description === 'string' && inline(schema.description)} ${rules(withoutNull(schema))}</dd>`
}

function rules(schema: JsonSchema): Html | undefined {
  const values = (schema.enum ?? (schema.items as JsonSchema | undefined)?.enum) as unknown[] | undefined
  if (values)
    return html`One of ${values.map((value, index) => [index > 0 && ', ', html`<code>${String(value)}</code>`])}.`
  const [least, most, unit] =
    schema.type === 'string'
      ? [schema.minLength, schema.maxLength, ' characters']
      : schema.type === 'array'
        ? [schema.minItems, schema.maxItems, ' entries']
        : [schema.minimum, schema.maximum, '']
  if (least === undefined && most === undefined) return undefined
  if (most === undefined) return html`At least ${Number(least)}${unit}.`
  return html`${least === undefined ? 'At most' : `${least} to`} ${Number(most)}${unit}.`
}

function shapeName(schema: JsonSchema): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
}
