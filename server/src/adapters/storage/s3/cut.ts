/** Cuts a stream into pieces of exact lengths, without holding more than one chunk of it. */
export class Cut {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = bytes[Symbol.asyncIterator]()
  }

  async *next(length: number): AsyncGenerator<Uint8Array, void, undefined> {
    let left = length
    while (left > 0) {
      if (this.#rest.byteLength === 0) this.#rest = await this.#pull()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.byteLength)
      left -= piece.byteLength
      yield piece
    }
  }

  /** There has to be nothing left. */
  async end(): Promise<void> {
    const { done } = await this.#source.next()
    if (!done || this.#rest.byteLength > 0) throw new Error('a blob had more bytes than were announced')
  }

  /** Lets the source clean up, however far it came. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }

  async #pull(): Promise<Uint8Array> {
    const { done, value } = await this.#source.next()
    if (done) throw new Error('a blob had fewer bytes than were announced')
    return value
  }
}
