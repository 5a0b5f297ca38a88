import { Refusal, type RefusalKind, ResourceNotFound } from './refusal.ts'
import type { SecretBox } from './secrets.ts'

const ExpiredLink: RefusalKind = {
  error: 'ExpiredLink',
  status: 410,
  code: 'link_expired',
  detail: 'This link has expired. Ask for a new one.',
}

/** The last part of an address that only we can make. The purpose is sealed in, so it can be used for nothing else. */
export function sealAddress(box: SecretBox, purpose: string, expiresAt: Date, ...named: readonly string[]): string {
  return box.seal([purpose, expiresAt.getTime(), ...named].join(' ')).toString('base64url')
}

export interface OpenedAddress {
  /** What was sealed in, in the same order. */
  readonly named: readonly string[]
  readonly expiresAt: Date
}

export function openAddress(box: SecretBox, purpose: string, sealed: string, now: Date): OpenedAddress {
  const [given, expires, ...named] = textIn(box, sealed).split(' ')
  if (given !== purpose) throw new Refusal(ResourceNotFound)
  const expiresAt = new Date(Number(expires))
  if (expiresAt <= now) throw new Refusal(ExpiredLink)
  return { named, expiresAt }
}

function textIn(box: SecretBox, sealed: string): string {
  try {
    return box.open(Buffer.from(sealed, 'base64url'))
  } catch {
    throw new Refusal(ResourceNotFound)
  }
}
