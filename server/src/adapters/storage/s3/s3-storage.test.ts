import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { S3StandIn } from '../../../../test/support/s3-stand-in.ts'
import { newId } from '../../../kernel/ids.ts'
import type { FileStorage } from '../../../modules/files/port.ts'
import type { S3Settings } from '../../../platform/config.ts'
import { silentLog } from '../../../platform/log.ts'
import { s3Storage } from './storage.ts'

const MIB = 1024 * 1024

let standIn: S3StandIn
let settings: S3Settings
let storage: FileStorage
const logged: string[] = []
const log = { ...silentLog, error: ({ err }: { err?: Error }) => logged.push(String(err?.message)) }
beforeEach(async () => {
  logged.length = 0
  standIn = new S3StandIn()
  settings = await standIn.start()
  storage = s3Storage(settings, log, 5 * MIB)
})
afterEach(() => standIn.stop())

const newKey = () => ({ fileId: newId(), blobId: newId() })

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/** Requests of this kind are not answered as they should be. */
function inTrouble(concerns: (request: IncomingMessage) => boolean, handle: Handle): void {
  standIn.trouble = (request, response) => {
    if (!concerns(request)) return false
    handle(request, response)
    return true
  }
}

const isPut = ({ method }: IncomingMessage) => method === 'PUT'
const isPart = ({ url }: IncomingMessage, number: number) => url?.includes(`partNumber=${number}&`) === true

function answer(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
}

async function* zeros(size: number, seen: (passed: number) => void = () => {}) {
  for (let passed = 0; passed < size; passed += 65_536) {
    seen(passed)
    yield Buffer.alloc(Math.min(65_536, size - passed))
  }
}

describe('signatures', () => {
  it('are refused when the secret is another one; the log says so and does not tell it', async () => {
    const wrong = s3Storage({ ...settings, secretAccessKey: 'another secret' }, log)
    await expect(wrong.put(newKey(), zeros(10), 10)).rejects.toMatchObject({ kind: { status: 503 } })
    expect(logged).toEqual(['the S3 storage answered 403 (SignatureDoesNotMatch) to PUT'])
  })

  it('hold for names and values in queries too', async () => {
    const key = newKey()
    await storage.put(key, zeros(11 * MIB), 11 * MIB)
    await storage.removeAllBut(key.fileId, key.blobId)
    expect(logged).toEqual([])
    expect(standIn.asked.some((line) => line.includes('list-type=2&prefix=files%2F'))).toBe(true)
  })
})

describe('large blobs', () => {
  it('go in parts that S3 accepts, the last one being the rest', async () => {
    const key = newKey()
    await storage.put(key, zeros(11 * MIB), 11 * MIB)
    const methods = standIn.asked.map((line) => line.split(' ')[0])
    expect(methods).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'POST'])
    expect(standIn.objects.get(`files/${key.fileId}/${key.blobId}`)).toHaveLength(11 * MIB)
  })

  it('are given up, and nothing is left, when a part is refused', async () => {
    inTrouble(
      (request) => isPart(request, 2),
      (_, response) => answer(response, 500, 'SlowDown'),
    )
    await expect(storage.put(newKey(), zeros(11 * MIB), 11 * MIB)).rejects.toMatchObject({ kind: { status: 503 } })
    expect(standIn.asked.at(-1)).toMatch(/^DELETE .*uploadId=/)
    expect([standIn.uploads.size, standIn.objects.size]).toEqual([0, 0])
  })

  it('are not there when S3 says 200 and then reports an error', async () => {
    const isCompletion = ({ method, url }: IncomingMessage) => method === 'POST' && url?.includes('uploadId=') === true
    inTrouble(isCompletion, (_, response) => answer(response, 200, 'InternalError'))
    await expect(storage.put(newKey(), zeros(6 * MIB), 6 * MIB)).rejects.toMatchObject({ kind: { status: 503 } })
    expect([standIn.uploads.size, standIn.objects.size]).toEqual([0, 0])
  })
})

describe('what a process that died left half sent', () => {
  const leave = (key: string) => standIn.uploads.set(newId(), { key, parts: new Map() })

  it('is thrown away with its file, on however many pages it is listed, and nothing of others is', async () => {
    standIn.pageSize = 2
    const [file, other] = [newId(), newId()]
    for (const _ of [1, 2, 3, 4]) leave(`files/${file}/${newId()}`)
    const twice = `files/${file}/${newId()}`
    for (const _ of [1, 2, 3]) leave(twice)
    leave(`files/${other}/${newId()}`)
    await storage.removeAllBut(file, null)
    expect([...standIn.uploads.values()].map(({ key }) => key.split('/')[1])).toEqual([other])
    expect(standIn.asked.filter((line) => line.includes('?uploads='))).toHaveLength(4)
  })

  it('does not keep it busy forever when the storage lists the same page again and again', async () => {
    const markers = '<NextKeyMarker>files/a</NextKeyMarker><NextUploadIdMarker></NextUploadIdMarker>'
    const page = `<IsTruncated>true</IsTruncated>${markers}`
    inTrouble(
      ({ url }) => url?.includes('?uploads=') === true,
      (_, response) => response.end(`<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>`),
    )
    await storage.removeAllBut(newId(), null)
    expect(standIn.asked.filter((line) => line.includes('?uploads='))).toHaveLength(2)
  })
})

describe('a storage in trouble', () => {
  it('slows its sender down when it is slow, instead of filling the memory', async () => {
    let furthest = 0
    inTrouble(isPut, (request) => request.pause())
    const source = zeros(256 * MIB, (passed) => {
      furthest = passed
    })
    const outcome = s3Storage(settings, log, 256 * MIB)
      .put(newKey(), source, 256 * MIB)
      .catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(furthest).toBeGreaterThan(0)
    expect(furthest).toBeLessThan(32 * MIB)
    await standIn.stop()
    expect(await outcome).toMatchObject({ kind: { status: 503 } })
  })

  it('503 when it hangs up in the middle', async () => {
    inTrouble(isPut, (request) => request.once('data', () => request.socket.destroy()))
    await expect(storage.put(newKey(), zeros(4 * MIB), 4 * MIB)).rejects.toMatchObject({ kind: { status: 503 } })
    expect(standIn.objects.size).toBe(0)
  })

  it('503 when it refuses before it has read everything, and the log says why', async () => {
    inTrouble(isPut, (_, response) => answer(response, 507, 'StorageFull'))
    await expect(storage.put(newKey(), zeros(4 * MIB), 4 * MIB)).rejects.toMatchObject({ kind: { status: 503 } })
    expect(logged).toEqual(['the S3 storage answered 507 (StorageFull) to PUT'])
  })

  it('503 when it gives another range than it was asked for', async () => {
    const key = newKey()
    inTrouble(
      () => true,
      (_, response) => response.writeHead(200, { 'content-length': 3 }).end('abc'),
    )
    await expect(storage.read(key, 1, 2)).rejects.toMatchObject({ kind: { status: 503 } })
  })

  it('is asked again when it hung up a connection that was kept for the next request', async () => {
    const key = newKey()
    await storage.put(key, zeros(10), 10)
    expect((await (await storage.read(key, 0, 10))?.toArray())?.length).toBe(1)
    let hangUps = 0
    inTrouble(
      () => hangUps++ === 0,
      (request) => request.socket.destroy(),
    )
    expect((await (await storage.read(key, 0, 10))?.toArray())?.length).toBe(1)
    expect(hangUps).toBe(2)
    expect(logged).toEqual([])
  })
})
