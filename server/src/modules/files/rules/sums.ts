/** What a part, and later the file, is known by: enough of its SHA-256 to tell it from others. */
export function etagOfSum(sha256Hex: string): string {
  return sha256Hex.slice(0, 32)
}

/** Compared as bytes: base64 can spell the same ones in more than one way. */
export function isSameSum(base64: string, hex: string): boolean {
  return Buffer.from(base64, 'base64').toString('hex') === hex
}

export function base64OfSum(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}
