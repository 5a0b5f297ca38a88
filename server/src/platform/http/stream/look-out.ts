export interface LookOutParts {
  /** Many pokes in a row lead to one look. */
  readonly pauseMilliseconds: number
  /** What nobody pokes about is seen this late at most. */
  readonly pollMilliseconds: number
  readonly isNeeded: () => boolean
  /** Never throws. */
  readonly look: () => Promise<void>
}

/**
 * Looks for changes, at once after a poke and now and then for those that other processes make; never twice at once, and
 * not at all while nobody needs it. NOTIFY would take a lock that all commits of the database share.
 */
export class LookOut {
  readonly #parts: LookOutParts
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isPoked = false
  #lookedAt = 0

  constructor(parts: LookOutParts) {
    this.#parts = parts
  }

  /** There is something to see. */
  poke(): void {
    this.#isPoked = true
    this.start()
  }

  /** Somebody needs it now. */
  start(): void {
    if (!this.#isLooking) this.#schedule()
  }

  #schedule(): void {
    const { pauseMilliseconds, pollMilliseconds, isNeeded } = this.#parts
    clearTimeout(this.#timer)
    if (!isNeeded()) return
    const wait = this.#isPoked ? pauseMilliseconds - (performance.now() - this.#lookedAt) : pollMilliseconds
    this.#timer = setTimeout(() => this.#look(), Math.max(0, wait)).unref()
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    this.#isPoked = false
    await this.#parts.look()
    this.#isLooking = false
    this.#lookedAt = performance.now()
    this.#schedule()
  }
}
