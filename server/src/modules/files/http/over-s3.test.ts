import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../../../../test/support/factories.ts'
import {
  announceFile,
  makeFile,
  makeProductMedia,
  PIXEL,
  putPart,
  putParts,
  reachable,
} from '../../../../test/support/file-factories.ts'
import { S3StandIn } from '../../../../test/support/s3-stand-in.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { s3Storage } from '../../../adapters/storage/s3/storage.ts'
import { silentLog } from '../../../platform/log.ts'

const MIB = 1024 * 1024

let till: TestTill
let standIn: S3StandIn
let organizationId: string
beforeAll(async () => {
  standIn = new S3StandIn()
  till = await startTill({ storage: s3Storage(await standIn.start(), silentLog, 5 * MIB) })
  organizationId = (await makeOrganization(till)).id
})
afterAll(async () => {
  await till.stop()
  await standIn.stop()
})

const keysOf = (fileId: string) => [...standIn.objects.keys()].filter((key) => key.includes(fileId))

describe('files in an S3 storage', () => {
  it('are put together from parts that S3 would not take, and leave nothing else behind', async () => {
    const bytes = randomBytes(11 * MIB)
    const file = await makeFile(till, organizationId, bytes, {}, 4 * MIB)
    const key = `files/${file.id}/${file.storage_version}`
    expect(standIn.objects.get(key)?.equals(bytes)).toBe(true)
    await expect.poll(() => keysOf(file.id), { timeout: 10_000 }).toEqual([key])
    expect(standIn.uploads.size).toBe(0)
  })

  it('are read through us, also in ranges', async () => {
    const { public_url } = await makeProductMedia(till, organizationId)
    const whole = await fetch(reachable(till, public_url))
    expect(Buffer.from(await whole.arrayBuffer()).equals(PIXEL)).toBe(true)
    const part = await fetch(reachable(till, public_url), { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  })

  it('are removed when they are deleted', async () => {
    const file = await makeFile(till, organizationId)
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    await expect.poll(() => keysOf(file.id), { timeout: 10_000 }).toEqual([])
  })

  it('503: S3 is away; nothing is half done, and it goes on afterwards', async () => {
    const bytes = randomBytes(1000)
    const file = await announceFile(till, organizationId, bytes, {}, 600)
    const picture = await makeProductMedia(till, organizationId)
    standIn.trouble = (request) => {
      request.socket.destroy()
      return true
    }
    expect((await putPart(till, file.upload.parts[0], bytes)).status).toBe(503)
    expect((await fetch(reachable(till, picture.public_url))).status).toBe(503)
    standIn.trouble = () => false
    const said = await putParts(till, file, bytes)
    standIn.trouble = ({ method }, response) => {
      if (method === 'PUT') response.writeHead(500).end()
      return method === 'PUT'
    }
    expect((await till.owner.post(`/v1/files/${file.id}/uploaded`, said)).status).toBe(503)
    standIn.trouble = () => false
    expect((await till.owner.post(`/v1/files/${file.id}/uploaded`, said)).status).toBe(200)
  })
})
