import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../test/support/client.ts'
import { makeOrganization } from '../../../../test/support/factories.ts'
import { announceFile, makeFile, putPart, putParts } from '../../../../test/support/file-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { folderStorage } from '../../../adapters/storage/folder/storage.ts'
import { newId } from '../../../kernel/ids.ts'
import { silentLog } from '../../../platform/log.ts'
import type { FileStorage } from '../port.ts'
import { sweepFiles } from './sweep-files.ts'

const BYTES = randomBytes(1000)

let till: TestTill
let folder: string
let storage: FileStorage
let organizationId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'till-sweep-'))
  storage = folderStorage(folder, silentLog)
  till = await startTill({ storage })
  await postpone()
  organizationId = (await makeOrganization(till)).id
})
afterAll(async () => {
  await till.stop()
  await rm(folder, { recursive: true })
})

const placeOf = (fileId: string) => join(folder, fileId.slice(-2), fileId)
const keptOf = (fileId: string) => readdir(placeOf(fileId)).catch(() => null)

const DAY = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY)

/** Sweeps ten days later, which is when everything is due here that is due at once elsewhere. */
const sweep = (laterDays = 0) => sweepFiles(till.sql, storage, daysFromNow(10.001 + laterDays))

/** The server sweeps as well, by the real time; so that it does not meddle, nothing is due before ten more days. */
async function postpone(): Promise<void> {
  await till.sql.unsafe(`
    create function postpone() returns trigger language plpgsql as $$ begin
      if new.sweep_at < now() + interval '5 days' then new.sweep_at := new.sweep_at + interval '10 days'; end if;
      return new;
    end $$;
    create trigger postpone before insert or update on files for each row execute function postpone();`)
}

async function rowOf(fileId: string): Promise<Reply['body']> {
  const [row] = await till.sql`select * from files where id = ${fileId}`
  return row
}

describe('sweeping', () => {
  it('takes away the parts of a complete file, and leaves its bytes', async () => {
    const file = await makeFile(till, organizationId, BYTES, {}, 300)
    expect(await keptOf(file.id)).toHaveLength(5)
    await sweep()
    expect(await keptOf(file.id)).toEqual([file.storage_version])
    expect(await till.sql`select from file_parts where file_id = ${file.id}`).toHaveLength(0)
  })

  it('takes away the bytes of a deleted file', async () => {
    const file = await makeFile(till, organizationId, BYTES, {}, 300)
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    await sweep()
    expect(await keptOf(file.id)).toBeNull()
  })

  it('gives up an upload that was not completed in a day, and not before', async () => {
    const file = await announceFile(till, organizationId, BYTES, {}, 300)
    const said = await putParts(till, file, BYTES)
    await sweep()
    expect(await keptOf(file.id)).toHaveLength(4)
    expect((await rowOf(file.id)).deletedAt).toBeNull()
    await sweep(1)
    expect(await keptOf(file.id)).toBeNull()
    expect((await till.owner.post(`/v1/files/${file.id}/uploaded`, said)).status).toBe(404)
    expect((await putPart(till, file.upload.parts[0], BYTES)).status).toBe(404)
  })

  it('comes back for what arrived late, and then has nothing more to do', async () => {
    const file = await makeFile(till, organizationId, BYTES)
    await sweep()
    const late = join(placeOf(file.id), newId())
    await writeFile(late, 'late')
    await sweep()
    expect(await keptOf(file.id)).toHaveLength(2)
    await sweep(3 / 24)
    expect(await keptOf(file.id)).toEqual([file.storage_version])
    expect(await rowOf(file.id)).toMatchObject({ sweepAt: null, sweepsLeft: 0 })
  })

  it('forgets an upload that never became a file', async () => {
    const file = await announceFile(till, organizationId, BYTES)
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    await sweep()
    expect(await rowOf(file.id)).toBeDefined()
    await sweep(3 / 24)
    expect(await rowOf(file.id)).toBeUndefined()
  })

  it('is done by somebody else when a process dies in the middle', async () => {
    const file = await makeFile(till, organizationId, BYTES)
    await till.owner.must(till.owner.delete(`/v1/files/${file.id}`))
    const dying: FileStorage = { ...storage, removeAllBut: () => Promise.reject(new Error('killed')) }
    await expect(sweepFiles(till.sql, dying, daysFromNow(10.001))).rejects.toThrow('killed')
    // The lease of the one who died.
    await sweep()
    expect(await keptOf(file.id)).toEqual([file.storage_version])
    await sweep(1 / 24)
    expect(await keptOf(file.id)).toBeNull()
  })

  it('is not forgotten when a file is deleted while it is swept', async () => {
    const file = await makeFile(till, organizationId, BYTES)
    const deleting: FileStorage = {
      ...storage,
      async removeAllBut(fileId, keep) {
        await storage.removeAllBut(fileId, keep)
        if (fileId === file.id && keep !== null) await till.owner.must(till.owner.delete(`/v1/files/${fileId}`))
      },
    }
    await sweepFiles(till.sql, deleting, daysFromNow(10.001))
    expect(await keptOf(file.id)).toBeNull()
  })

  it('is shared by processes: each file once', async () => {
    const files: Reply['body'][] = []
    for (let n = 0; n < 12; n++) files.push(await makeFile(till, organizationId, Buffer.from(`file ${n}`)))
    const swept: string[] = []
    const slow: FileStorage = {
      ...storage,
      async removeAllBut(fileId, keep) {
        swept.push(fileId)
        await new Promise((resolve) => setTimeout(resolve, 10))
        await storage.removeAllBut(fileId, keep)
      },
    }
    await Promise.all(Array.from({ length: 5 }, () => sweepFiles(till.sql, slow, daysFromNow(10.001))))
    for (const { id } of files) expect(swept.filter((fileId) => fileId === id)).toHaveLength(1)
  })
})
