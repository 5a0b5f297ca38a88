import { Literal } from './corpus.ts'

/** JSON, with literals as they are. */
export function jsonOf(value: unknown): string {
  const marked = JSON.stringify(value, (_, inner) => (inner instanceof Literal ? `\u0001${inner.text}\u0001` : inner))
  return (marked ?? 'null').replace(/"\\u0001([^"\\]*)\\u0001"/g, '$1')
}
