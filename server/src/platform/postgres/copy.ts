import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { Sql } from './pool.ts'

/** The rows of a `copy ... to stdout`, in pieces that end anywhere. Has to be read to its end. */
export async function* copyOut(connection: Sql, statement: string): AsyncGenerator<Buffer> {
  const rows = await connection.unsafe(statement).readable()
  for await (const piece of rows) yield piece
  // The driver stops listening while its reader is behind, and listens again when more is asked for. At the end nobody
  // asks: the word that the statement is complete would never be heard when it comes in a later packet.
  rows._read(0)
}

/** Feeds a `copy ... from stdin`. When the pieces throw, the statement is given up and the same is thrown. */
export async function copyIn(connection: Sql, statement: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const query = connection.unsafe(statement)
  const sink = await query.writable()
  // For the driver the query was answered with the stream. It would drop an error that comes after the last byte, and
  // wait for good.
  const refused = new Promise<never>((_, reject) => Object.assign(query, { reject }))
  await Promise.race([send(pieces, sink), refused])
}

async function send(pieces: AsyncIterable<Uint8Array>, sink: NodeJS.WritableStream & { closed?: boolean }) {
  await pipeline(pieces, sink)
  // When it closes, it tells the server once more that it is over. That must not meet the next statement.
  if (!sink.closed) await once(sink, 'close')
}
