import { setTimeout as sleep } from 'node:timers/promises'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of the API, of any shape
  readonly body: any
}

const PATIENCE_MILLISECONDS = 900_000

const LONGEST_WAIT = 2000

/**
 * Asks until there is an answer that means something, as a careful client does: the same request under the same key,
 * also after a connection that broke and while the server is away. `stillRuns` is told each time the server answers
 * that it has not finished with an earlier try.
 */
export async function ask(
  urlOf: () => string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
  stillRuns: () => void = () => {},
): Promise<Reply> {
  const until = Date.now() + PATIENCE_MILLISECONDS
  let last = 'nothing'
  for (let wait = 20; Date.now() < until; wait = Math.min(wait * 1.5, LONGEST_WAIT)) {
    const reply = await once(`${urlOf()}${path}`, body, headers).catch(() => null)
    if (reply && !isWorthAnotherTry(reply.status)) return reply
    if (reply) last = `${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`
    if (reply?.status === 409) stillRuns()
    await sleep(wait)
  }
  throw new Error(`no answer from ${path} within ${PATIENCE_MILLISECONDS / 1000} s; the last one was ${last}`)
}

/** It still runs, it is away, or it does not know. */
const isWorthAnotherTry = (status: number) => status === 409 || status >= 500

async function once(url: string, body: object, headers: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: response.status, body: await response.json() }
}
