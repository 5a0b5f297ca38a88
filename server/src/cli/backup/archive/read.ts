import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { StartupProblem } from '../../../platform/startup-problem.ts'
import {
  DIGEST_BYTES,
  FIRST_LINE,
  FORMAT,
  FRAME_HEAD_BYTES,
  type Frame,
  MOST_BYTES,
  NOTE,
  type Note,
} from './format.ts'

const PIECE_BYTES = 1024 * 1024

export function damaged(path: string, what: string): StartupProblem {
  return new StartupProblem(`The backup ${path} is damaged: ${what}. Nothing was restored; use another copy.`)
}

/** Refuses a file that is no backup, that this version cannot read, or in which a single bit is not as it was written. */
export async function requireWhole(path: string): Promise<void> {
  await requireFirstLine(path)
  const { size } = await stat(path)
  const end = size - DIGEST_BYTES
  if (end <= FIRST_LINE.length) throw damaged(path, 'its end is missing')
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { end: end - 1, highWaterMark: PIECE_BYTES })) hash.update(piece)
  const digest = await readBytes(path, end, DIGEST_BYTES)
  if (!hash.digest().equals(digest)) throw damaged(path, 'its checksum is another one')
}

async function requireFirstLine(path: string): Promise<void> {
  const beginning = (await readBytes(path, 0, 32)).toString('latin1')
  const format = /^Till backup ([1-9][0-9]{0,8})\n/.exec(beginning)?.[1]
  if (format === undefined) throw new StartupProblem(`${path} is no backup of Till.`)
  if (Number(format) === FORMAT) return
  throw new StartupProblem(
    `${path} was made by a newer version of Till (format ${format}, and this one reads ${FORMAT}). Use that version.`,
  )
}

async function readBytes(path: string, from: number, length: number): Promise<Buffer> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new StartupProblem(`The backup ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The frames of a file that is whole. */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const { size } = await stat(path)
  const file = createReadStream(path, { start: FIRST_LINE.length, end: size - DIGEST_BYTES - 1 })
  const content = createGunzip({ chunkSize: PIECE_BYTES / 8 })
  file.once('error', (error) => content.destroy(error))
  try {
    yield* framesOf(file.pipe(content))
  } finally {
    file.destroy()
  }
}

async function* framesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (let frame = firstOf(rest); frame !== null; frame = firstOf(rest)) {
      yield frame.isNote ? { note: JSON.parse(frame.content.toString()) as Note } : { data: frame.content }
      rest = rest.subarray(FRAME_HEAD_BYTES + frame.content.length)
    }
  }
  if (rest.length > 0) throw new Error('it ends in the middle of a frame')
}

function firstOf(bytes: Buffer): { isNote: boolean; content: Buffer } | null {
  if (bytes.length < FRAME_HEAD_BYTES) return null
  const length = bytes.readUInt32BE(1)
  if (length > MOST_BYTES) throw new Error('a frame is too long')
  if (bytes.length < FRAME_HEAD_BYTES + length) return null
  const content = bytes.subarray(FRAME_HEAD_BYTES, FRAME_HEAD_BYTES + length)
  return { isNote: bytes.toString('latin1', 0, 1) === NOTE, content }
}
