import { createHash } from 'node:crypto'
import { tooManyBytes, wrongBytes } from './errors.ts'
import { isSameSum } from './rules/sums.ts'

export interface Expected {
  readonly size: number
  /** Null when the seller did not say. */
  readonly sha256Base64: string | null
}

/**
 * Passes bytes on while counting and summing them up. The last chunk is held back until everything is known to be
 * right: whoever stores them either gets all of the right bytes, or never gets the end.
 */
export class CheckedBytes {
  readonly #source: AsyncIterable<Uint8Array>
  readonly #expected: Expected
  #sha256Hex: string | undefined

  constructor(source: AsyncIterable<Uint8Array>, expected: Expected) {
    this.#source = source
    this.#expected = expected
  }

  /** Known once all bytes have passed. */
  get sha256Hex(): string {
    if (this.#sha256Hex === undefined) throw new Error('the bytes have not all passed yet')
    return this.#sha256Hex
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const { size, sha256Base64 } = this.#expected
    const hash = createHash('sha256')
    let passed = 0
    let last: Uint8Array | undefined
    for await (const chunk of this.#source) {
      passed += chunk.byteLength
      if (passed > size) throw tooManyBytes(size)
      hash.update(chunk)
      if (last) yield last
      last = chunk
    }
    if (passed < size) throw wrongBytes(`${size} bytes were announced, and only ${passed} came`)
    const sum = hash.digest('hex')
    requireSum(sha256Base64, sum)
    this.#sha256Hex = sum
    if (last) yield last
  }
}

export function requireSum(announcedBase64: string | null, sha256Hex: string): void {
  if (announcedBase64 === null || isSameSum(announcedBase64, sha256Hex)) return
  throw wrongBytes('The bytes have another SHA-256 than was announced')
}
