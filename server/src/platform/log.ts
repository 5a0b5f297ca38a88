import pino from 'pino'

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** One line per answered request. */
  request(method: string, route: string, status: number, seconds: number, requestId: string): void
}

export function jsonLog(destination?: pino.DestinationStream): Log {
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorFields } }
  const logger = pino(options, destination ?? pino.destination(1))
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    request(method, route, status, seconds, requestId) {
      const ms = Math.round(seconds * 10_000) / 10
      const line = { method, route, status, ms, request_id: requestId }
      if (status >= 500) logger.error(line, 'request')
      else logger.info(line, 'request')
    },
  }
}

const ERROR_FIELDS = ['name', 'message', 'code', 'constraint_name', 'table_name', 'routine', 'stack'] as const

/**
 * Of an error only what finds its place. Errors of the database also carry the row that broke a constraint, the
 * statement and its parameters: names, addresses and secrets that do not belong in a log.
 */
function errorFields(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const given = error as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    ERROR_FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  )
}

export const silentLog: Log = {
  info() {},
  warn() {},
  error() {},
  request() {},
}
