import { once } from 'node:events'
import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { StartupProblem } from '../../platform/startup-problem.ts'

/**
 * Writes a file that appears whole or not at all, readable by its owner alone. Until it is complete it has another name,
 * which a kill leaves behind. Nothing is overwritten.
 */
export async function writeWhole<Result>(path: string, write: (out: Writable) => Promise<Result>): Promise<Result> {
  requireFree(path)
  const partial = `${path}.partial`
  const out = await create(partial)
  try {
    const result = await write(out)
    if (!out.closed) await once(out, 'close')
    requireFree(path)
    await rename(partial, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function requireFree(path: string): void {
  if (existsSync(path)) throw new StartupProblem(`${path} is there already. Choose another name, or move it away.`)
}

/** What is written is on the disk when the stream has closed. */
async function create(partial: string): Promise<WriteStream> {
  const out = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await once(out, 'open')
    return out
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      throw new StartupProblem(
        `${partial} is there already: a backup is being written, or was killed. Remove the file.`,
      )
    }
    throw new StartupProblem(`${partial} cannot be written (${code}). Choose another folder.`)
  }
}

/** A name is on the disk only when its folder is. Not every file system can do this with a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().catch(() => {})
  await folder.close()
}
