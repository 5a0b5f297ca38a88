import type { Links } from '../../../kernel/links.ts'
import type { Listener } from '../../../platform/http/stream/feed.ts'
import { LookOut } from '../../../platform/http/stream/look-out.ts'
import type { Log } from '../../../platform/log.ts'
import { type Db, isDatabaseAway } from '../../../platform/postgres/pool.ts'
import type { CheckoutStatus, FullCheckout } from '../model.ts'
import { isFinal, statusAt } from '../rules/status.ts'
import { findCheckouts, findMarks } from '../store.ts'
import { checkoutPublicView } from '../view.ts'

/** Changes of other processes are seen this late at most. */
const POLL_MILLISECONDS = 1000
/** Many commits in a row are looked at together. */
const PAUSE_MILLISECONDS = 50

/** What a follower has seen of a checkout. Time alone can change the status: an open one expires. */
interface Seen {
  readonly version: number
  readonly status: CheckoutStatus
}

interface Follower {
  readonly listener: Listener
  seen: Seen
}

/**
 * Tells those who follow a checkout of its changes, whoever makes them. The process that committed pokes its own watch
 * in memory; for the others a poll reads all checkouts that are followed here, in one statement. It rests while nobody
 * follows anything.
 */
export class CheckoutWatch {
  readonly #links: Links
  readonly #log: Log
  readonly #followers = new Map<string, Set<Follower>>()
  readonly #lookOut: LookOut
  #db: Db | undefined

  constructor(links: Links, log: Log) {
    this.#links = links
    this.#log = log
    this.#lookOut = new LookOut({
      pauseMilliseconds: PAUSE_MILLISECONDS,
      pollMilliseconds: POLL_MILLISECONDS,
      isNeeded: () => this.#followers.size > 0,
      look: () => this.#look(),
    })
  }

  /** Begins with the checkout as it was read, unless the follower has seen it; answers how to stop. */
  follow(db: Db, full: FullCheckout, status: CheckoutStatus, isSeen: boolean, listener: Listener): () => void {
    if (!isSeen) this.#tell(listener, full, status)
    if (isFinal(status)) {
      listener.end()
      return () => {}
    }
    const { id, version } = full.checkout
    const follower = { listener, seen: { version, status } }
    const followers = this.#followers.get(id) ?? new Set()
    this.#followers.set(id, followers.add(follower))
    this.#db = db
    this.#lookOut.start()
    return () => {
      followers.delete(follower)
      if (followers.size === 0) this.#followers.delete(id)
    }
  }

  /** Something was committed by this process. */
  readonly poke = (): void => this.#lookOut.poke()

  /** Followers wait: what they miss when it fails, the next look finds. */
  async #look(): Promise<void> {
    try {
      if (this.#db && this.#followers.size > 0) await this.#compare(this.#db)
    } catch (error) {
      if (!isDatabaseAway(error)) this.#log.error({ err: error }, 'looking at followed checkouts failed')
    }
  }

  async #compare(db: Db): Promise<void> {
    const marks = await findMarks(db, [...this.#followers.keys()])
    const changed = marks.filter((mark) => {
      const now = { version: mark.version, status: statusAt(mark, db.clock.now(mark.organizationId)) }
      return [...(this.#followers.get(mark.id) ?? [])].some((follower) => !isSame(follower.seen, now))
    })
    if (changed.length === 0) return
    for (const full of await findCheckouts(
      db,
      changed.map(({ id }) => id),
    )) {
      this.#tellAll(full, statusAt(full.checkout, db.clock.now(full.organization.id)))
    }
  }

  #tellAll(full: FullCheckout, status: CheckoutStatus): void {
    const seen = { version: full.checkout.version, status }
    for (const follower of this.#followers.get(full.checkout.id) ?? []) {
      if (isSame(follower.seen, seen)) continue
      follower.seen = seen
      this.#tell(follower.listener, full, status)
      if (isFinal(status)) follower.listener.end()
    }
  }

  #tell(listener: Listener, full: FullCheckout, status: CheckoutStatus): void {
    const body = checkoutPublicView(full, this.#links, status)
    listener.tell({ id: String(full.checkout.version), body })
  }
}

const isSame = (one: Seen, other: Seen) => one.version === other.version && one.status === other.status
