import type { Address, AddressInput } from './wire.ts'

/** An address with all its parts; those that were not given are null. */
export function fullAddress(given: AddressInput): Address {
  return {
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    postal_code: given.postal_code ?? null,
    city: given.city ?? null,
    state: given.state ?? null,
    country: given.country,
  }
}
