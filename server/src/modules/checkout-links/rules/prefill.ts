import { type Static, type TProperties, Type } from 'typebox'
import { hasCardNumber } from '../../../kernel/card-number.ts'
import type { MetadataValues } from '../../../kernel/metadata.ts'
import { AddressInput, Amount, Email, Line, Origin, Uuid } from '../../../kernel/wire.ts'
import { parserOf } from '../../../platform/http/query.ts'
import { checkOf } from '../../../platform/http/validate.ts'

/** What the address of a link says beside the secret, name by name. */
export type LinkQuery = Readonly<Record<string, unknown>>

type Texts = Readonly<Record<string, string>>

const PLAIN = {
  customer_email: Email,
  customer_name: Line(),
  discount_code: Line(),
  amount: Amount,
  product_id: Uuid,
  product_price_id: Uuid,
  embed_origin: Origin,
}

/** Where the buyer came from goes into the metadata. */
const Source = Type.String({ minLength: 1, maxLength: 500 })
const SOURCES = {
  reference_id: Source,
  utm_source: Source,
  utm_medium: Source,
  utm_campaign: Source,
  utm_content: Source,
  utm_term: Source,
}

export interface Prefill {
  readonly fields: Fitting<typeof PLAIN>
  readonly address: AddressInput | null
  readonly sources: MetadataValues
  /** Answers to custom fields as texts, by slug: which of them fit depends on the product. */
  readonly answers: Texts
}

/**
 * What can be taken over into the checkout. A buyer who has clicked a link can do nothing about a mistake in it, so
 * whatever is not valid is left out.
 */
export function prefillOf(query: LinkQuery): Prefill {
  const texts = textsIn(query)
  const { country, ...parts } = addressIn(below('customer_billing_address.', texts))
  return {
    fields: fieldsIn(texts),
    address: country === undefined ? null : { ...parts, country },
    sources: sourcesIn(texts),
    answers: below('custom_field_data.', texts),
  }
}

type Fitting<Properties extends TProperties> = {
  readonly [Name in keyof Properties]?: Static<Properties[Name]>
}

/** Reads the values that fit, each by the shape that the API has for it. */
function fitting<Properties extends TProperties>(properties: Properties): (texts: Texts) => Fitting<Properties> {
  const parse = parserOf(Type.Object(properties))
  const checks = new Map(Object.entries(properties).map(([name, schema]) => [name, checkOf(schema, 'query')]))
  return (texts) => {
    const fits = ([name, value]: [string, unknown]) => checks.get(name)?.(value).length === 0
    return Object.fromEntries(Object.entries(parse(texts)).filter(fits)) as Fitting<Properties>
  }
}

const fieldsIn = fitting(PLAIN)
const sourcesIn = fitting(SOURCES)
const addressIn = fitting(AddressInput.properties)

/** The last text of each name. Cards are stored nowhere, and U+0000 cannot be. */
function textsIn(query: LinkQuery): Texts {
  const entries = Object.entries(query).flatMap(([name, given]): [string, string][] => {
    const text: unknown = [given].flat().at(-1)
    return typeof text === 'string' && isKept(text) ? [[name, text]] : []
  })
  return Object.fromEntries(entries)
}

const isKept = (text: string) => text !== '' && !text.includes('\u0000') && !hasCardNumber(text)

/** What stands behind the prefix, without it. */
function below(prefix: string, texts: Texts): Texts {
  const entries = Object.entries(texts).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(entries.map(([name, text]) => [name.slice(prefix.length), text]))
}
