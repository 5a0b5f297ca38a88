import type { Answered } from './exchange.ts'

/** What must not be in any answer: traces of how Till is made. */
const INSIDES = /node_modules|\.[mc]?[jt]s:\d+|PostgresError|\bpostgres\.js\b/

/** Everything that is wrong with an answer to a request that nobody should have sent. People are told of errors by pages. */
export function faultsOf({ status, headers, text }: Answered, method: string, isForPeople = false): string[] {
  const faults: string[] = []
  if (status < 200 || status >= 500) faults.push(`the status ${status}`)
  if (headers['x-request-id'] === undefined) faults.push('no X-Request-Id')
  if (INSIDES.test(text)) faults.push('shows its insides')
  if (method === 'HEAD' || status === 204 || status === 304) {
    if (text !== '') faults.push('a body where none may be')
    return faults
  }
  const type = headers['content-type'] ?? ''
  if (isForPeople && type === 'text/html; charset=utf-8') return faults
  if (status >= 400) return [...faults, ...errorFaults(status, headers, type, text)]
  if (type.includes('json') && parsed(text) === undefined) faults.push('a success that is no JSON')
  return faults
}

function errorFaults(status: number, headers: Answered['headers'], type: string, text: string): string[] {
  const body = parsed(text) as Record<string, unknown> | undefined
  if (typeof body !== 'object' || body === null) return [`an error that is no JSON object (${type})`]
  const faults: string[] = []
  if (body.request_id !== headers['x-request-id']) faults.push('another request_id than in the header')
  if (type === 'application/problem+json; charset=utf-8') {
    if (body.status !== status || typeof body.title !== 'string') faults.push('not the shape of RFC 9457')
    if (typeof body.detail !== 'string') faults.push('a detail that is no sentence')
    return [...faults, ...(status === 422 ? listFaults(body.errors) : codeFaults(body))]
  }
  if (type !== 'application/json; charset=utf-8') faults.push(`an error of the type ${type}`)
  if (typeof body.error !== 'string') faults.push('no error class')
  if (status === 422) return [...faults, ...listFaults(body.detail)]
  if (typeof body.detail !== 'string') faults.push('a detail that is no sentence')
  return [...faults, ...codeFaults(body)]
}

function codeFaults({ code }: Record<string, unknown>): string[] {
  return typeof code === 'string' && /^[a-z][a-z0-9_]+$/.test(code) ? [] : ['no code']
}

function listFaults(list: unknown): string[] {
  if (!Array.isArray(list) || list.length === 0) return ['a 422 without a list']
  return list.every(isIssue) ? [] : ['an entry of the list without type, loc, msg and input']
}

function isIssue(issue: Record<string, unknown>): boolean {
  const { type, loc, msg } = issue
  const isPlace = Array.isArray(loc) && loc.length > 0 && ['body', 'query', 'path', 'header'].includes(loc[0])
  return typeof type === 'string' && isPlace && typeof msg === 'string' && Object.hasOwn(issue, 'input')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
