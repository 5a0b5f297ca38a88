import type { IncomingMessage } from 'node:http'

/** The beginning of a body is kept, as evidence of what the receiver said. */
const KEPT_BYTES = 2048

/** A short body is read to its end, so that the connection can be used again. Of a long one, this much. */
const MOST_BYTES = 65_536

/** The beginning of the body as text that Postgres takes. Rejects when the body breaks off. */
export function readBeginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = []
    let total = 0
    const finish = () => resolve(textOf(Buffer.concat(kept).subarray(0, KEPT_BYTES)))
    response.on('data', (chunk: Buffer) => {
      if (total < KEPT_BYTES) kept.push(chunk)
      total += chunk.length
      if (total <= MOST_BYTES) return
      finish()
      response.destroy()
    })
    response.on('end', finish)
    response.on('error', reject)
  })
}

/** As a stream, the decoder keeps a character to itself that the end has cut in two. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '')
}
