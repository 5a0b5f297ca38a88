import { noToken, notBearer, type TokenName } from './errors.ts'

/** The token in an Authorization header. */
export function bearerToken(authorization: string | undefined, name: TokenName): string {
  if (authorization === undefined) throw noToken(name)
  const text = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1]
  if (text === undefined) throw notBearer(name)
  return text
}
