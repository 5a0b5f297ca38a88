import { noToken } from './errors.ts'

/** The token in an Authorization header; undefined when the header holds something else. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) throw noToken()
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1]
}
