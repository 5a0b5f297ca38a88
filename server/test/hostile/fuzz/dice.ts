/** Chance that can be repeated: the same seed throws the same numbers on every machine. */
export class Dice {
  #state: number

  /** What is thrown for one subject does not depend on what is thrown for others. */
  constructor(seed: number, subject: string) {
    let state = seed >>> 0
    for (let at = 0; at < subject.length; at += 1) state = Math.imul(state ^ subject.charCodeAt(at), 0x01000193) >>> 0
    this.#state = state
  }

  /** From 0 up to, and without, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** From 0 up to, and without, the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  chance(of: number): boolean {
    return this.next() < of
  }

  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('')
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5').slice(0, 36)
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined && items.length === 0) throw new Error('there is nothing to pick from')
    return item as Item
  }
}
