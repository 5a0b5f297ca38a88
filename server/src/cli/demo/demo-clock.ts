import type { Clock } from '../../kernel/time.ts'

/** Stands where it is put, so that a shop can have a past; when it is let go, it is now. */
export class DemoClock implements Clock {
  #standsAt: Date | null = null

  now(): Date {
    return this.#standsAt ?? new Date()
  }

  standAt(moment: Date): void {
    this.#standsAt = moment
  }

  letGo(): void {
    this.#standsAt = null
  }
}
