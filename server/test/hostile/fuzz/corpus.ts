import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A piece of JSON that no value can be turned into: numbers beyond every range, and the like. */
export class Literal {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

interface Corpus {
  readonly literals: readonly string[]
  readonly texts: readonly string[]
  readonly keys: readonly string[]
  readonly values: readonly unknown[]
  readonly bodies: Readonly<Record<string, string>>
  /** In hexadecimal. */
  readonly bytes: Readonly<Record<string, string>>
  readonly segments: readonly string[]
  readonly headers: Readonly<Record<string, readonly string[]>>
}

const corpus: Corpus = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'corpus.json'), 'utf8'))

/** Too long to be written down. */
const LONG = ['x'.repeat(255), 'x'.repeat(256), 'x'.repeat(3000), '😀'.repeat(130), 'x'.repeat(70_000)]

/** Texts that have broken programs before. */
export const TEXTS: readonly string[] = [...corpus.texts, ...LONG, `${'a'.repeat(64)}@${'b'.repeat(189)}.com`]

/** Names that objects have anyway, and names that nobody should be able to set. */
export const KEYS: readonly string[] = [...corpus.keys, 'x'.repeat(41), 'x'.repeat(5000)]

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
const boxed = (levels: number): unknown => (levels === 0 ? {} : { a: boxed(levels - 1) })

/** Values that fit nowhere, or only nearly. */
export const VALUES: readonly unknown[] = [
  ...[...corpus.literals, `1${'0'.repeat(400)}`].map((text) => new Literal(text)),
  ...TEXTS,
  ...corpus.values,
  ...[nested(63), nested(80), boxed(62), boxed(200), Array(101).fill(0), Array(2000).fill('x'), Array(300).fill({})],
  Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, n])),
]

const LARGE_BODIES: Readonly<Record<string, string>> = {
  'deep lists': '['.repeat(100_000) + ']'.repeat(100_000),
  'deep objects': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  'an unclosed depth': '['.repeat(200_000),
  'many keys': `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":0`).join()}}`,
  'many equal keys': `{${Array(20_000).fill('"a":0').join()}}`,
  'a long number': `{"a": ${'9'.repeat(100_000)}}`,
  'a long text': `"${'x'.repeat(900_000)}"`,
  'more than 1 MiB': `{"a": "${'x'.repeat(1_048_576)}"}`,
}

/** Whole bodies that are not what they say, each with a name for the report. */
export const RAW_BODIES: readonly (readonly [string, Uint8Array])[] = [
  ...Object.entries({ ...corpus.bodies, ...LARGE_BODIES }).map(([name, text]) => [name, Buffer.from(text)] as const),
  ...Object.entries(corpus.bytes).map(([name, hex]) => [name, Buffer.from(hex, 'hex')] as const),
]

/** Path segments as they are sent: already encoded, or on purpose not. */
export const SEGMENTS: readonly string[] = [...corpus.segments, 'x'.repeat(513), 'x'.repeat(9000)]

/** Headers that routes look at, each with values that they may not like. */
export const HEADERS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(corpus.headers).map(([name, values]) => [name, [...values, 'x'.repeat(500)]])),
  'transfer-encoding': ['chunked'],
  'idempotency-key': [...(corpus.headers['idempotency-key'] ?? []), 'x'.repeat(255), 'x'.repeat(256)],
}
