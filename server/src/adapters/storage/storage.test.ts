import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { S3StandIn } from '../../../test/support/s3-stand-in.ts'
import { newId } from '../../kernel/ids.ts'
import { Refusal, ResourceNotFound } from '../../kernel/refusal.ts'
import type { BlobKey, FileStorage } from '../../modules/files/port.ts'
import { silentLog } from '../../platform/log.ts'
import { folderStorage } from './folder/storage.ts'
import { s3Storage } from './s3/storage.ts'

const MIB = 1024 * 1024

/** A storage, with a look behind its back. */
interface Opened {
  readonly storage: FileStorage
  /** Everything that takes up room, whatever it is. */
  contents(): Promise<string[]>
  /** What a process that died in the middle leaves behind. */
  leaveHalf(key: BlobKey): Promise<void>
  /** From now on nothing works. */
  breakDown(): Promise<void>
  close(): Promise<void>
}

const logged: { err?: unknown }[] = []
const log = { ...silentLog, error: (fields: object) => logged.push(fields) }

async function openFolder(): Promise<Opened> {
  const place = await mkdtemp(join(tmpdir(), 'till-storage-'))
  const root = join(place, 'files')
  return {
    storage: folderStorage(root, log),
    contents: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },
    leaveHalf: async ({ fileId, blobId }) => {
      const folder = join(root, fileId.slice(-2), fileId)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${blobId}.draft`), 'half')
    },
    breakDown: async () => {
      await rm(root, { recursive: true, force: true })
      await writeFile(root, 'in the way')
    },
    close: () => rm(place, { recursive: true }),
  }
}

async function openS3(): Promise<Opened> {
  const standIn = new S3StandIn()
  standIn.pageSize = 3
  const settings = await standIn.start()
  return {
    storage: s3Storage(settings, log, 5 * MIB),
    contents: async () => [...standIn.objects.keys(), ...standIn.uploads.keys()],
    leaveHalf: async ({ fileId, blobId }) => {
      standIn.uploads.set('half', { key: `files/${fileId}/${blobId}`, parts: new Map([[1, Buffer.from('half')]]) })
    },
    breakDown: () => standIn.stop(),
    close: () => standIn.stop(),
  }
}

async function* inChunks(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function all(stream: Readable | null): Promise<Buffer | null> {
  return stream && Buffer.concat(await stream.toArray())
}

const newKey = (fileId = newId()): BlobKey => ({ fileId, blobId: newId() })

describe.each([
  ['a folder', openFolder],
  ['S3', openS3],
])('%s', (_, open) => {
  let opened: Opened
  let storage: FileStorage
  beforeEach(async () => {
    logged.length = 0
    opened = await open()
    storage = opened.storage
  })
  afterEach(() => opened.close())

  it.each([1, 65_536, 200_000, 5 * MIB, 5 * MIB + 1, 12 * MIB])('gives %i bytes back as they were', async (size) => {
    const bytes = randomBytes(size)
    const key = newKey()
    await storage.put(key, inChunks(bytes), size)
    expect((await all(await storage.read(key, 0, size)))?.equals(bytes)).toBe(true)
    expect(await opened.contents()).toHaveLength(1)
  })

  it('gives any range', async () => {
    const bytes = Buffer.from('0123456789')
    const key = newKey()
    await storage.put(key, inChunks(bytes, 3), 10)
    expect(String(await all(await storage.read(key, 0, 1)))).toBe('0')
    expect(String(await all(await storage.read(key, 3, 7)))).toBe('3456')
    expect(String(await all(await storage.read(key, 9, 10)))).toBe('9')
  })

  it('has nothing where nothing was put', async () => {
    const key = newKey()
    expect(await storage.read(key, 0, 1)).toBeNull()
    await storage.put(key, inChunks(Buffer.from('x')), 1)
    expect(await storage.read(newKey(key.fileId), 0, 1)).toBeNull()
  })

  it.each([100, 12 * MIB])(
    'keeps nothing of %i bytes when their source fails at the end, and says why',
    async (size) => {
      async function* failing() {
        yield* inChunks(randomBytes(size - 1))
        throw new Refusal(ResourceNotFound)
      }
      const key = newKey()
      await expect(storage.put(key, failing(), size)).rejects.toMatchObject({ kind: ResourceNotFound })
      expect(await storage.read(key, 0, 1)).toBeNull()
      await expect.poll(() => opened.contents()).toEqual([])
      expect(logged).toEqual([])
    },
  )

  it('keeps nothing when there are fewer bytes than announced', async () => {
    const key = newKey()
    await expect(storage.put(key, inChunks(randomBytes(99)), 100)).rejects.toMatchObject({ kind: { status: 503 } })
    await expect.poll(() => opened.contents()).toEqual([])
  })

  it('lets the source clean up, however it ends', async () => {
    let cleanups = 0
    async function* source(bytes: Uint8Array) {
      try {
        yield* inChunks(bytes)
      } finally {
        cleanups += 1
      }
    }
    await storage.put(newKey(), source(randomBytes(1000)), 1000)
    await storage.put(newKey(), source(randomBytes(11 * MIB)), 11 * MIB)
    await storage.put(newKey(), source(randomBytes(999)), 1000).catch(() => {})
    expect(cleanups).toBe(3)
  })

  it('keeps apart what is put at once', async () => {
    const fileId = newId()
    const blobs = Array.from({ length: 30 }, (_, n) => ({ key: newKey(fileId), bytes: Buffer.alloc(70_000, n) }))
    await Promise.all(blobs.map(({ key, bytes }) => storage.put(key, inChunks(bytes), bytes.length)))
    for (const { key, bytes } of blobs) {
      const found = await all(await storage.read(key, 0, bytes.length))
      expect(found?.equals(bytes)).toBe(true)
    }
  })

  it('removes one blob, also twice', async () => {
    const [one, other] = [newKey(), newKey()]
    for (const key of [one, other]) await storage.put(key, inChunks(Buffer.from('x')), 1)
    await storage.remove(one)
    await storage.remove(one)
    expect(await storage.read(one, 0, 1)).toBeNull()
    expect(await all(await storage.read(other, 0, 1))).toEqual(Buffer.from('x'))
  })

  it('removes everything of a file but one blob, also what was left half written, and nothing of others', async () => {
    const fileId = newId()
    const keys = Array.from({ length: 8 }, () => newKey(fileId))
    const stranger = newKey()
    for (const key of [...keys, stranger]) await storage.put(key, inChunks(Buffer.from('x')), 1)
    await opened.leaveHalf(newKey(fileId))
    expect(await opened.contents()).toHaveLength(10)
    const [kept] = keys
    await storage.removeAllBut(fileId, kept?.blobId ?? null)
    expect(await opened.contents()).toHaveLength(2)
    expect(await all(await storage.read(kept ?? newKey(), 0, 1))).toEqual(Buffer.from('x'))
    await storage.removeAllBut(fileId, null)
    await storage.removeAllBut(fileId, null)
    expect(await opened.contents()).toHaveLength(1)
    expect(await all(await storage.read(stranger, 0, 1))).toEqual(Buffer.from('x'))
  })

  it('has nothing to remove of a file that was never there', async () => {
    await storage.removeAllBut(newId(), null)
    await storage.removeAllBut(newId(), newId())
    await storage.remove(newKey())
    expect(logged).toEqual([])
  })

  it.each(['..', '../../etc', 'a/b', '', `${newId()}/..`, newId().toUpperCase(), `${newId()}\n`])(
    'takes no name that is not an id: %j',
    async (name) => {
      for (const key of [
        { fileId: name, blobId: newId() },
        { fileId: newId(), blobId: name },
      ]) {
        const calls = [
          async () => storage.put(key, inChunks(Buffer.from('x')), 1),
          async () => storage.read(key, 0, 1),
          async () => storage.remove(key),
        ]
        for (const call of calls) await expect(call()).rejects.toThrow('not an id')
      }
      await expect(async () => storage.removeAllBut(name, null)).rejects.toThrow('not an id')
      expect(await opened.contents()).toEqual([])
    },
  )

  it('503, and a line in the log, when it does not work', async () => {
    await opened.breakDown()
    const calls = [
      () => storage.put(newKey(), inChunks(Buffer.from('x')), 1),
      () => storage.put(newKey(), inChunks(Buffer.alloc(6 * MIB)), 6 * MIB),
      () => storage.read(newKey(), 0, 1),
      () => storage.removeAllBut(newId(), newId()),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ kind: { status: 503 }, extras: { headers: { 'retry-after': '1' } } })
    }
    expect(logged).toHaveLength(calls.length)
  })
})
