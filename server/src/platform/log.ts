import pino from 'pino'

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** One line per answered request. */
  request(method: string, route: string, status: number, seconds: number, requestId: string): void
}

export function jsonLog(destination?: pino.DestinationStream): Log {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination ?? pino.destination(1))
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

export const silentLog: Log = {
  info() {},
  warn() {},
  error() {},
  request() {},
}
