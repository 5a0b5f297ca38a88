import { Refusal, type RefusalKind } from '../../../kernel/refusal.ts'

/** From `start` up to, and not including, `stop`. */
export interface ByteRange {
  readonly start: number
  readonly stop: number
}

const RangeNotSatisfiable: RefusalKind = {
  error: 'RangeNotSatisfiable',
  status: 416,
  code: 'range_not_satisfiable',
  detail: 'The file has no such range of bytes.',
}

/**
 * What a Range header asks for, or null for everything. A header that cannot be read, or that asks for several ranges,
 * is passed over, as RFC 9110 allows. With If-Range, a part is given only of the very same bytes.
 */
export function rangeOf(
  headers: { readonly range?: string | undefined; readonly 'if-range'?: string | string[] | undefined },
  size: number,
  etag: string,
): ByteRange | null {
  const match = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(headers.range?.replaceAll(' ', '') ?? '')
  if (!match || (headers['if-range'] !== undefined && headers['if-range'] !== etag)) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const stop = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (start < stop) return { start, stop }
  throw new Refusal(RangeNotSatisfiable, { headers: { 'content-range': `bytes */${size}` } })
}
