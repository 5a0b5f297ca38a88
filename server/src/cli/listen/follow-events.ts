import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../../platform/startup-problem.ts'
import { openAnswer, type Source } from './ask-till.ts'

export interface StreamedEvent {
  readonly sequence: number
  /** As it was sent: what a webhook would have as its body. */
  readonly text: string
}

export interface Following {
  readonly source: Source
  /** `organization_id=...&type=...` */
  readonly query: string
  readonly after: number
  readonly signal: AbortSignal
  readonly waitMilliseconds?: number
  say(line: string): void
}

const WAIT_MILLISECONDS = 2000

/** The server says that it lives more often than that. */
const QUIET_MILLISECONDS = 60_000

/** Each event after a number once, in order, for as long as nobody stops it; the connection may break meanwhile. */
export async function* followEvents(following: Following): AsyncGenerator<StreamedEvent> {
  const { source, query, signal, say, waitMilliseconds = WAIT_MILLISECONDS } = following
  let { after } = following
  let isLost = false
  while (!signal.aborted) {
    const control = new AbortController()
    try {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(after) }
      const either = AbortSignal.any([signal, control.signal])
      const { body } = await openAnswer(source, `/v1/events/stream?${query}`, headers, either)
      if (isLost) say('The server is back')
      isLost = false
      for await (const event of eventsIn(chunksOf(body, () => control.abort()))) {
        after = event.sequence
        yield event
      }
    } catch (error) {
      if (error instanceof StartupProblem) throw error
    } finally {
      control.abort()
    }
    if (signal.aborted) return
    if (!isLost) say('The server is away; waiting until it is back')
    isLost = true
    await sleep(waitMilliseconds, undefined, { signal }).catch(() => {})
  }
}

/** A connection that says nothing for long is dead, and nobody may have told us. */
async function* chunksOf(body: Response['body'], hangUp: () => void): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  while (true) {
    const timer = setTimeout(hangUp, QUIET_MILLISECONDS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    yield value
  }
}

/** Server-sent events, as Till writes them: fields on lines of their own, and an empty line behind each event. */
export async function* eventsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const [id, text] = [field('id'), field('data')]
      if (id !== undefined && text !== undefined) yield { sequence: Number(id), text }
    }
  }
}
