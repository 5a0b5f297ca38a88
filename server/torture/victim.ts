import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../bench/processes.ts'
import { type RunningTill, startTill, type TillOptions } from '../bench/till.ts'

export type Victim = 'server' | 'postgres' | 'both'

/** A Till on its own Postgres that is killed again and again, and comes back each time. */
export class Patient {
  readonly #options: TillOptions
  readonly #cleanup: Cleanup
  #till: RunningTill
  /** How long it took to answer again, the longest first kill to ready. */
  slowestReturn = 0

  private constructor(options: TillOptions, cleanup: Cleanup, till: RunningTill) {
    this.#options = options
    this.#cleanup = cleanup
    this.#till = till
  }

  static async start(options: TillOptions, cleanup: Cleanup): Promise<Patient> {
    return new Patient(options, cleanup, await startTill(options, cleanup))
  }

  get url(): string {
    return `http://127.0.0.1:${this.#till.port}`
  }

  async kill(victim: Victim): Promise<void> {
    const since = performance.now()
    const postmaster = this.#postmaster()
    if (victim !== 'postgres') killNow(this.#till.pid)
    if (victim !== 'server' && postmaster !== null) killNow(postmaster)
    if (victim === 'postgres') await this.#untilReady()
    else this.#till = await startTill(this.#options, this.#cleanup)
    this.slowestReturn = Math.max(this.slowestReturn, performance.now() - since)
  }

  stop(): Promise<void> {
    return this.#till.stop()
  }

  /** From the file that the server keeps itself. */
  #postmaster(): number | null {
    try {
      const text = readFileSync(join(this.#options.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
      return Number(text.split('\n')[0])
    } catch {
      return null
    }
  }

  /** Its log, without the requests. */
  #lastWords(): string {
    const lines = readFileSync(this.#options.log, 'utf8').split('\n')
    return lines
      .filter((line) => !line.includes('"msg":"request"'))
      .slice(-30)
      .join('\n')
  }

  async #untilReady(): Promise<void> {
    // It is not known at once that the database is gone.
    await sleep(200)
    for (let round = 0; round < 3000; round += 1) {
      const isReady = await fetch(`${this.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return
      await sleep(20)
    }
    throw new Error(`Till did not come back within a minute:\n${this.#lastWords()}`)
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
