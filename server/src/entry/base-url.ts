import type { Config } from '../platform/config.ts'

/** The public address: the one in the settings, or else where the server listens. */
export function baseUrlOf({ baseUrl, host, port }: Config): string {
  if (baseUrl !== null) return baseUrl
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
