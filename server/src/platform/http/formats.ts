import { isIP } from 'node:net'
import Format from 'typebox/format'
import { COUNTRIES } from '../../kernel/country.ts'
import { isCurrency } from '../../kernel/currency.ts'
import { END_OF_TIME } from '../../kernel/time.ts'
import { parsedUrl } from '../../kernel/url.ts'

/** ISO 8601 with a time and an offset, in the years that the wire format and the database can hold. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')

export function isMoment(text: string): boolean {
  if (!MOMENT.test(text)) return false
  const moment = Date.parse(text)
  return moment >= FIRST_MOMENT && moment <= END_OF_TIME.getTime() && isDay(text.slice(0, 10))
}

/** The parser moves February 30 into March. A day that exists comes back as it went in. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}

export function isHttpUrl(text: string): boolean {
  // The URL parser forgives spaces and control characters; we do not.
  const url = /[\s\\]/.test(text) ? null : parsedUrl(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== ''
}

/** A scheme, a host and perhaps a port, as a browser says where a page comes from. */
export function isOrigin(text: string): boolean {
  if (!isHttpUrl(text) || !/^https?:\/\/[^/?#@]+$/i.test(text)) return false
  // The parser lets hosts pass that are none, such as `a;b` or `*.a`.
  return /^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(new URL(text).hostname)
}

/** IPv4 or IPv6. A zone (`%eth0`) means something on one machine only. */
export function isNetworkAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

Format.Set('date-time', isMoment)
Format.Set('http-url', isHttpUrl)
Format.Set('origin', isOrigin)
Format.Set('ip', isNetworkAddress)
Format.Set('currency', isCurrency)
Format.Set('country', (text) => COUNTRIES.has(text))
