import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../../kernel/refusal.ts'
import { BadRequest, RequestTimeout } from '../problem.ts'

const IDLE_MILLISECONDS = 30_000

/**
 * A body as it arrives, never whole in memory: the sender is slowed down to the speed of the reader. One who sends
 * nothing for half a minute is refused. It throws refusals only, so that whoever reads can tell the sender's failures
 * from those of where the bytes go.
 */
export async function* arrivingBytes(
  raw: IncomingMessage,
  idleMilliseconds = IDLE_MILLISECONDS,
): AsyncGenerator<Uint8Array, void, undefined> {
  // Left to itself, the iterator would hang up when its reader stops, and then nobody could be told why.
  const chunks = raw.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const next = await withPatience(chunks.next(), idleMilliseconds)
      if (next.done) break
      yield next.value
    }
  } finally {
    // What is left runs out unread, so that the sender gets to see the answer. Not waited for: it may never come.
    chunks.return?.().then(
      () => raw.resume(),
      () => {},
    )
  }
  if (!raw.complete) throw endedEarly()
}

async function withPatience<Value>(next: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const refusal = new Refusal(RequestTimeout, { headers: { connection: 'close' } })
    timer = setTimeout(() => reject(refusal), milliseconds)
  })
  try {
    return await Promise.race([next, late])
  } catch (error) {
    throw error instanceof Refusal ? error : endedEarly()
  } finally {
    clearTimeout(timer)
  }
}

const endedEarly = () => new Refusal(BadRequest, { detail: 'The body ended before it was complete.' })
