import { Refusal } from '../../kernel/refusal.ts'
import { PartInTransit } from './errors.ts'

const MOST_AT_ONCE = 4

/**
 * Counts who sends which part to this process. Each sender fills the storage with a part of its own until all but one
 * are removed, so a single address could fill it without end.
 */
export class PartSenders {
  readonly #counts = new Map<string, number>()

  async admit<Result>(part: { fileId: string; number: number }, work: () => Promise<Result>): Promise<Result> {
    const name = `${part.fileId} ${part.number}`
    const others = this.#counts.get(name) ?? 0
    if (others >= MOST_AT_ONCE) throw new Refusal(PartInTransit, { headers: { 'retry-after': '1' } })
    this.#counts.set(name, others + 1)
    try {
      return await work()
    } finally {
      this.#leave(name)
    }
  }

  #leave(name: string): void {
    const left = (this.#counts.get(name) ?? 1) - 1
    if (left === 0) this.#counts.delete(name)
    else this.#counts.set(name, left)
  }
}
