import { fingerprint } from '../../kernel/secrets.ts'

/** An Idempotency-Key belongs to the license key, since there is no token. Only a hash of the key is kept. */
export function heldKeyScope({ organization_id, key }: { organization_id: string; key: string }): string {
  return `license_key:${fingerprint(`${organization_id.toLowerCase()} ${key}`).toString('hex')}`
}
