import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 37
const CHECKSUM_LENGTH = 6

export const PREFIXES = {
  personalAccessToken: 'till_pat_',
  organizationAccessToken: 'till_oat_',
  customerSession: 'till_cst_',
  checkout: 'till_cs_',
  checkoutLink: 'till_cl_',
  invitation: 'till_inv_',
  webhook: 'whsec_',
} as const

export type SecretKind = keyof typeof PREFIXES

/** Prefix, 37 random base62 characters (220 bits), and a checksum that lets us refuse typing errors without a look-up. */
export function newSecret(kind: SecretKind): string {
  const body = randomBase62(BODY_LENGTH)
  return PREFIXES[kind] + body + checksum(body)
}

/** False for a secret with our prefix whose checksum does not fit: it cannot be one that we made. */
export function isWellFormed(kind: SecretKind, text: string): boolean {
  const prefix = PREFIXES[kind]
  if (!text.startsWith(prefix) || text.length !== prefix.length + BODY_LENGTH + CHECKSUM_LENGTH) return false
  const body = text.slice(prefix.length, prefix.length + BODY_LENGTH)
  return /^[0-9A-Za-z]+$/.test(body) && text.slice(-CHECKSUM_LENGTH) === checksum(body)
}

export function kindOf(text: string): SecretKind | undefined {
  return (Object.keys(PREFIXES) as SecretKind[]).find((kind) => text.startsWith(PREFIXES[kind]))
}

/** Only this is stored of a token. The input has 220 random bits, so a plain hash needs no salt. */
export function fingerprint(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  while (rest > 0) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits.padStart(CHECKSUM_LENGTH, '0')
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 = 4 × 62: bytes above it would favor the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62)
  }
  return text
}

const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** Seals small texts under one key, so that what is stored can be read only by a process that has the key. */
export class SecretBox {
  readonly #key: Buffer

  constructor(secretKey: string) {
    this.#key = createHash('sha256').update(secretKey).digest()
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_LENGTH)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws when the key is another one or the bytes were changed. */
  open(sealed: Uint8Array): string {
    const bytes = Buffer.from(sealed)
    // The cipher itself would take a tag of four bytes too, which can be guessed.
    if (bytes.length < NONCE_LENGTH + TAG_LENGTH) throw new Error('too short to be sealed')
    const nonce = bytes.subarray(0, NONCE_LENGTH)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_LENGTH })
    decipher.setAuthTag(bytes.subarray(-TAG_LENGTH))
    return decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8')
  }

  /** A hash that nobody can make without the key. A plain one of something as short as a code gives the code away. */
  mark(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest()
  }
}
