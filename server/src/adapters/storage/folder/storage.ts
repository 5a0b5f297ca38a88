import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BlobKey, type FileStorage, requireId, storageFailure } from '../../../modules/files/port.ts'
import type { Log } from '../../../platform/log.ts'
import { makeFolders } from '../../../platform/make-folders.ts'

/**
 * Files in a folder, each file's blobs in a folder of their own: `a6/<file>/<blob>`. Paths are made from ids alone, and
 * no text of anybody's gets into them. Nothing is made before the first upload.
 */
export function folderStorage(root: string, log: Log): FileStorage {
  const folderOf = (fileId: string) => join(root, requireId(fileId).slice(-2), fileId)
  const pathOf = ({ fileId, blobId }: BlobKey) => join(folderOf(fileId), requireId(blobId))
  const guarded = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw storageFailure(error, log)
    })
  return {
    put: (key, bytes, size) => guarded(put(root, pathOf(key), bytes, size)),
    read: (key, start, stop) => guarded(read(pathOf(key), start, stop)),
    remove: (key) => guarded(rm(pathOf(key), { force: true })),
    removeAllBut: (fileId, keep) => guarded(removeAllBut(folderOf(fileId), keep)),
  }
}

/** Under a draft name until every byte is on the disk, so that a crash leaves a draft and never half a blob. */
async function put(root: string, path: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
  await makeFolder(root, dirname(path))
  const draft = `${path}.draft`
  try {
    await writeDraft(draft, bytes, size)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

async function writeDraft(draft: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
  const file = await open(draft, 'wx', 0o600)
  try {
    let written = 0
    for await (const chunk of bytes) {
      await writeAll(file, chunk)
      written += chunk.byteLength
    }
    if (written !== size) throw new Error(`a blob of ${size} bytes had ${written}`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The system may take less at once than it is given. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let rest = chunk
  while (rest.byteLength > 0) {
    const { bytesWritten } = await file.write(rest)
    rest = rest.subarray(bytesWritten)
  }
}

async function makeFolder(root: string, folder: string): Promise<void> {
  makeFolders(root)
  const shelf = dirname(folder)
  for (const path of [shelf, folder]) {
    try {
      await mkdir(path, { mode: 0o700 })
      await syncFolder(dirname(path))
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
}

async function read(path: string, start: number, stop: number) {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  const { size } = await file.stat()
  if (size >= stop) return file.createReadStream({ start, end: stop - 1 })
  await file.close()
  throw new Error(`${path} has ${size} bytes, and should have ${stop} or more`)
}

async function removeAllBut(folder: string, keep: string | null): Promise<void> {
  if (keep === null) return rm(folder, { recursive: true, force: true })
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const others = names.filter((name) => name !== keep)
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })))
}

/** A name is on the disk only when its folder is. Not every file system can do this with a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync().catch(() => {})
  } finally {
    await folder.close()
  }
}
