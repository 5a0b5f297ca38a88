import type { Listener } from '../../../platform/http/stream/feed.ts'
import { LookOut } from '../../../platform/http/stream/look-out.ts'
import type { Log } from '../../../platform/log.ts'
import { type Db, isDatabaseAway } from '../../../platform/postgres/pool.ts'
import type { EventFilter } from '../model.ts'
import { isBeyondTheEnd } from '../rules.ts'
import { type Admission, findEvents, findMarks } from '../store.ts'
import { showEvent } from '../view.ts'

/** Numbers that other processes give are seen this late at most. */
const POLL_MILLISECONDS = 500
/** Many numbers in a row are looked at together. */
const PAUSE_MILLISECONDS = 50
/** As many events wait in memory for one reader. */
const BATCH = 50
/** Followers who read at the same moment. The others wait, so that requests find a free connection. */
const MOST_READING = 4

interface Follower {
  readonly admission: Admission
  readonly filter: EventFilter
  readonly listener: Listener
  /** Everything up to here was told, or was not asked for. */
  after: number
  /** The newest number that is known. */
  newest: number
  isReading: boolean
  isGone: boolean
}

/**
 * Tells those who follow a log of its events, in order, each once. The sequencer of this process says when there are new
 * numbers; for those that others give, a poll reads how far all logs have come that are followed here, in one statement.
 * It rests while nobody follows anything. Each follower reads for themselves, a few events at a time, and the next ones
 * only when those are on their way: whoever reads slowly waits for nobody, and nobody for them.
 */
export class EventWatch {
  readonly #log: Log
  readonly #followers = new Set<Follower>()
  readonly #waiting: Follower[] = []
  readonly #lookOut: LookOut
  #db: Db | undefined
  #reading = 0

  constructor(log: Log) {
    this.#log = log
    this.#lookOut = new LookOut({
      pauseMilliseconds: PAUSE_MILLISECONDS,
      pollMilliseconds: POLL_MILLISECONDS,
      isNeeded: () => this.#followers.size > 0,
      look: () => this.#look(),
    })
  }

  follow(db: Db, admission: Admission, filter: EventFilter, after: number, listener: Listener): () => void {
    const follower = { admission, filter, listener, after, newest: after, isReading: false, isGone: false }
    this.#followers.add(follower)
    this.#db = db
    this.poke()
    return () => {
      follower.isGone = true
      this.#followers.delete(follower)
    }
  }

  /** There are new numbers, or new followers. */
  readonly poke = (): void => this.#lookOut.poke()

  async #look(): Promise<void> {
    try {
      if (this.#db) await this.#compare(this.#db)
    } catch (error) {
      this.#report(error)
    }
  }

  /** A token that was revoked, or a member who was removed, hears nothing more. */
  async #compare(db: Db): Promise<void> {
    // How far each is before the marks are read: meanwhile they may read on, beyond what is found.
    const asked = [...this.#followers].map((follower) => ({ follower, after: follower.after }))
    const unique = new Map(asked.map(({ follower: { admission } }) => [keyOf(admission), admission]))
    const marks = await findMarks(db, [...unique.values()], new Date())
    const newest = new Map(marks.map((mark) => [keyOf(mark), mark.lastSequence]))
    for (const { follower, after } of asked) {
      const last = newest.get(keyOf(follower.admission))
      // A log that ends before what was told is another one, from a backup: whoever comes back is told so.
      if (last === undefined || isBeyondTheEnd(after, last)) follower.listener.end()
      else this.#expect(db, follower, last)
    }
  }

  #expect(db: Db, follower: Follower, last: number): void {
    follower.newest = Math.max(follower.newest, last)
    if (follower.isReading || follower.isGone || follower.after >= follower.newest) return
    follower.isReading = true
    this.#waiting.push(follower)
    this.#readNext(db)
  }

  #readNext(db: Db): void {
    if (this.#reading === MOST_READING) return
    const follower = this.#waiting.shift()
    if (!follower) return
    this.#reading += 1
    void this.#read(db, follower).then(() => {
      this.#reading -= 1
      this.#readNext(db)
    })
  }

  /** One batch. Whoever takes their time over it is waited for without a place among those who read. */
  async #read(db: Db, follower: Follower): Promise<void> {
    try {
      if (!follower.isGone) await this.#tellNext(db, follower)
      void follower.listener.rest().then(() => this.#goOn(db, follower))
    } catch (error) {
      // The next look finds that this one is behind.
      follower.isReading = false
      this.#report(error)
    }
  }

  async #tellNext(db: Db, follower: Follower): Promise<void> {
    const { filter, listener, after } = follower
    const { events, hasMore, ...log } = await findEvents(db, filter, { after, limit: BATCH })
    // So slow that what comes next was forgotten: whoever comes back is told so.
    if (after > 0 && log.forgottenSequence > after) return listener.end()
    if (follower.isGone) return
    for (const event of events) {
      listener.tell({ id: String(event.sequence), name: event.type, body: showEvent(event) })
    }
    follower.after = hasMore ? (events.at(-1)?.sequence ?? after) : log.lastSequence
  }

  #goOn(db: Db, follower: Follower): void {
    follower.isReading = false
    this.#expect(db, follower, follower.newest)
  }

  #report(error: unknown): void {
    if (!isDatabaseAway(error)) this.#log.error({ err: error }, 'reading events for a stream failed')
  }
}

const keyOf = ({ tokenId, organizationId }: Admission) => `${tokenId} ${organizationId}`
