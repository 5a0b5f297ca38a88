import type { Log } from '../../../platform/log.ts'
import { type Db, isCutShort, isDatabaseAway, isWorthRepeating } from '../../../platform/postgres/pool.ts'
import type { DisabledReason } from '../model.ts'
import { type Finished, findDueEndpoints, findGivenUp, type Room, type Taken, work } from '../store/queue.ts'
import type { Attempt } from './attempt.ts'

export interface DispatcherNeeds {
  readonly db: Db
  readonly log: Log
  /** Sends a delivery once, within its time limit. */
  readonly attempt: (taken: Taken) => Promise<Attempt>
  /** The endpoint is to hear nothing any more. */
  readonly disable: (endpointId: string, reason: DisabledReason) => Promise<void>
}

/** Requests in flight to one endpoint. A slow one gets few, so that it holds up nobody. */
const ROOM = 20
const ROOM_OF_SLOW = 2
/** Requests in flight of this process. */
const MOST = 1000
const POLL_MILLISECONDS = 500

/**
 * Sends what is in the queues. It is told when there is something new; a poll finds retries whose time has come, and what
 * other processes have left. One step at a time talks to the database, and whatever happens during it is part of the
 * next, so many attempts that end together cost one call.
 */
export class Dispatcher {
  readonly #needs: DispatcherNeeds
  readonly #inFlight = new Map<string, number>()
  readonly #slow = new Set<string>()
  /** Endpoints that said that they are gone, until that is written down: then nobody takes anything for them. */
  readonly #gone = new Set<string>()
  readonly #attempts = new Set<Promise<void>>()
  /** Endpoints that may have something to send, those that wait for the longest first. */
  #asked = new Set<string>()
  #finished: Finished[] = []
  #steps: Promise<void> | null = null
  #look: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(needs: DispatcherNeeds) {
    this.#needs = needs
  }

  start(): void {
    this.#timer = setInterval(() => this.#lookNow(), POLL_MILLISECONDS).unref()
  }

  /** These endpoints have something to send. */
  readonly poke = (endpointIds: readonly string[]): void => {
    if (this.#isStopped) return
    for (const id of endpointIds) this.#asked.add(id)
    this.#run()
  }

  /** Takes nothing more, and writes down what becomes of what is in flight. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#asked.clear()
    await this.#look
    await this.#steps
    await Promise.all(this.#attempts)
    this.#run()
    await this.#steps
  }

  #lookNow(): void {
    this.#look ??= this.#lookAround().finally(() => {
      this.#look = null
    })
  }

  async #lookAround(): Promise<void> {
    try {
      this.poke(await findDueEndpoints(this.#needs.db, new Date()))
      for (const { id, isGone } of await findGivenUp(this.#needs.db)) {
        await this.#needs.disable(id, isGone ? 'gone' : 'failing')
      }
    } catch (error) {
      this.#complain(error)
    }
  }

  #run(): void {
    if (this.#steps || !this.#hasWork()) return
    this.#steps = this.#step().then((isDone) => {
      this.#steps = null
      // After an error the next look, or the next attempt that ends, tries again.
      if (isDone) this.#run()
    })
  }

  #hasWork(): boolean {
    return this.#finished.length > 0 || (this.#asked.size > 0 && this.#free() > 0)
  }

  #free(): number {
    return MOST - this.#attempts.size
  }

  async #step(): Promise<boolean> {
    const [finished, asked, free] = [this.#finished, this.#asked, this.#free()]
    this.#finished = []
    this.#asked = new Set()
    try {
      const taken = await work(this.#needs.db, finished, this.#roomsOf(asked), free, new Date())
      this.#settleGone(finished)
      // What was taken while its endpoint said that it is gone stays in the queue, as after a crash.
      for (const each of taken) if (!this.#gone.has(each.endpointId)) this.#send(each)
      // With more room there might have been more; what was not looked at stays first.
      if (taken.length === free) this.#asked = new Set([...this.#idle(asked), ...this.#asked])
      return true
    } catch (error) {
      this.#complain(error)
      // Should it be what was to be written down that is wrong, it is sent once more when its lease has ended.
      if (willPass(error)) this.#finished.unshift(...finished)
      else this.#gone.clear()
      return false
    }
  }

  /** It is written down that these are gone; now they are disabled, without waiting for the next look. */
  #settleGone(finished: readonly Finished[]): void {
    const gone = finished.filter(({ isGone }) => isGone)
    for (const { endpointId } of gone) this.#gone.delete(endpointId)
    if (gone.length > 0 && !this.#isStopped) this.#lookNow()
  }

  /** Those with something in flight are looked at again when that has ended. */
  #idle(endpointIds: Iterable<string>): string[] {
    return [...endpointIds].filter((id) => !this.#inFlight.has(id) && !this.#isStopped)
  }

  #roomsOf(endpointIds: Iterable<string>): Room[] {
    return [...endpointIds].flatMap((endpointId) => {
      const most = this.#slow.has(endpointId) ? ROOM_OF_SLOW : ROOM
      const room = most - (this.#inFlight.get(endpointId) ?? 0)
      return room > 0 ? [{ endpointId, room }] : []
    })
  }

  #send(taken: Taken): void {
    const { endpointId } = taken
    this.#inFlight.set(endpointId, (this.#inFlight.get(endpointId) ?? 0) + 1)
    const attempt = this.#needs
      .attempt(taken)
      .then(
        ({ finished, isSlow }) => {
          this.#finished.push(finished)
          if (finished.isGone) this.#gone.add(endpointId)
          if (isSlow) this.#slow.add(endpointId)
          else this.#slow.delete(endpointId)
        },
        // A bug, or a secret that this process cannot open. It is tried again when its lease has ended.
        (error: unknown) => this.#complain(error),
      )
      .then(() => {
        this.#attempts.delete(attempt)
        const left = (this.#inFlight.get(endpointId) ?? 1) - 1
        if (left > 0) this.#inFlight.set(endpointId, left)
        else this.#inFlight.delete(endpointId)
        if (!this.#isStopped) this.#asked.add(endpointId)
        this.#run()
      })
    this.#attempts.add(attempt)
  }

  #complain(error: unknown): void {
    if (!willPass(error)) this.#needs.log.error({ err: error }, 'delivering webhooks failed')
  }
}

function willPass(error: unknown): boolean {
  return isDatabaseAway(error) || isWorthRepeating(error) || isCutShort(error)
}
