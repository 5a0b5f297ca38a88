import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { silentLog } from '../../../platform/log.ts'
import { folderStorage } from './storage.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'till-folder-'))
})
afterEach(() => rm(root, { recursive: true }))

const newKey = () => ({ fileId: newId(), blobId: newId() })
const pathOf = ({ fileId, blobId }: { fileId: string; blobId: string }) => join(root, fileId.slice(-2), fileId, blobId)

async function* bytes(text: string) {
  yield Buffer.from(text)
}

it('keeps each blob under its ids, readable by its owner alone', async () => {
  const key = newKey()
  await folderStorage(root, silentLog).put(key, bytes('hello'), 5)
  expect(await readFile(pathOf(key), 'utf8')).toBe('hello')
  expect((await stat(pathOf(key))).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(pathOf(key)))).mode & 0o777).toBe(0o700)
})

it('has bytes and names on the disk before it says that they are kept', async () => {
  const file = await open(root)
  const sync = vi.spyOn(Object.getPrototypeOf(file), 'sync')
  onTestFinished(() => sync.mockRestore())
  await file.close()
  const storage = folderStorage(root, silentLog)
  const key = newKey()
  await storage.put(key, bytes('hello'), 5)
  // The two new folders, the bytes, and the name.
  expect(sync).toHaveBeenCalledTimes(4)
  await storage.put({ ...key, blobId: newId() }, bytes('hello'), 5)
  expect(sync).toHaveBeenCalledTimes(6)
})

it('shows nothing of a blob until it is whole', async () => {
  const key = newKey()
  const storage = folderStorage(root, silentLog)
  async function* halting() {
    yield Buffer.from('he')
    expect(await storage.read(key, 0, 1)).toBeNull()
    yield Buffer.from('llo')
    expect(await storage.read(key, 0, 1)).toBeNull()
  }
  await storage.put(key, halting(), 5)
  expect(await readFile(pathOf(key), 'utf8')).toBe('hello')
})

it('follows no link that somebody laid', async () => {
  const key = newKey()
  const storage = folderStorage(root, silentLog)
  await storage.put({ ...key, blobId: newId() }, bytes('hello'), 5)
  const secret = join(root, 'secret')
  await writeFile(secret, 'a secret')
  await symlink(secret, pathOf(key))
  await expect(storage.read(key, 0, 1)).rejects.toMatchObject({ kind: { status: 503 } })
  expect((await lstat(pathOf(key))).isSymbolicLink()).toBe(true)
})

it('gives nothing of a blob that has become shorter', async () => {
  const key = newKey()
  const storage = folderStorage(root, silentLog)
  await storage.put(key, bytes('hello'), 5)
  await writeFile(pathOf(key), 'he')
  await expect(storage.read(key, 0, 5)).rejects.toMatchObject({ kind: { status: 503 } })
})

/** A process that keeps 20 small blobs and then hangs in the middle of a large one. */
const WRITER = `
  import { folderStorage } from './storage.ts'
  import { newId } from '../../../kernel/ids.ts'
  const [root, fileId] = process.argv.slice(2)
  const storage = folderStorage(root, { error() {} })
  async function* halting(length) {
    yield Buffer.alloc(length - 1, 120)
    process.stdout.write('half\\n')
    await new Promise(() => setInterval(() => {}, 1000))
  }
  for (let n = 0; n < 20; n++) {
    const blobId = newId()
    await storage.put({ fileId, blobId }, (async function* () { yield Buffer.alloc(1000, 120) })(), 1000)
    process.stdout.write(blobId + '\\n')
  }
  await storage.put({ fileId, blobId: newId() }, halting(1_000_000), 1_000_000)
`

it('has every blob that it said it kept, and no half of one, after a kill', async () => {
  const script = join(root, 'writer.mjs')
  const stdin = { contents: WRITER, resolveDir: import.meta.dirname, loader: 'ts' as const }
  buildSync({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: script, packages: 'external' })
  const fileId = newId()
  const files = join(root, 'files')
  const child = spawn(process.execPath, [script, files, fileId], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('half')) break
  }
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  const kept = said.split('\n').filter((line) => line.length === 36)
  expect(kept).toHaveLength(20)
  const folder = join(files, fileId.slice(-2), fileId)
  const names = await readdir(folder)
  expect(names.filter((name) => !name.endsWith('.draft')).sort()).toEqual([...kept].sort())
  expect(names).toHaveLength(21)
  const storage = folderStorage(files, silentLog)
  await storage.removeAllBut(fileId, kept[0] ?? null)
  expect(await readdir(folder)).toEqual([kept[0]])
})
