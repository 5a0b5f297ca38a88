import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askNameServers } from './resolve.ts'

const [A, AAAA] = [1, 28]

/** A name server of one question at a time: the bytes of the addresses per type, or null for a name that is not there. */
async function nameServer(answer: (type: number) => readonly Buffer[] | null | 'silence'): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(end - 4)
    const records = answer(type)
    if (records !== 'silence') socket.send(replyTo(query.subarray(0, end), type, records), port, address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  onTestFinished(() => {
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}

/** RFC 1035: the question again, and answers that point at its name. */
function replyTo(question: Buffer, type: number, records: readonly Buffer[] | null): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(records === null ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(records?.length ?? 0, 6)
  head.writeUInt32BE(0, 8)
  const answers = (records ?? []).map((bytes) =>
    Buffer.concat([Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]),
  )
  return Buffer.concat([head, ...answers])
}

const V4 = Buffer.from([93, 184, 215, 14])
const V6 = Buffer.from('26064700000000000000000000000001', 'hex')

describe('the addresses of a name', () => {
  it('are those of both families', async () => {
    const server = await nameServer((type) => (type === A ? [V4, V4] : [V6]))
    expect(await askNameServers('shop.example', [server])).toEqual(['93.184.215.14', '93.184.215.14', '2606:4700::1'])
  })

  it.each([
    [A, ['93.184.215.14']],
    [AAAA, ['2606:4700::1']],
  ])('are those of one family, if it has no others: %i', async (known, addresses) => {
    const server = await nameServer((type) => (type !== known ? [] : [type === A ? V4 : V6]))
    expect(await askNameServers('shop.example', [server])).toEqual(addresses)
  })

  it('are none, of a name that is not there', async () => {
    const server = await nameServer(() => null)
    await expect(askNameServers('shop.example', [server])).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('keep nobody waiting, however many servers are silent', async () => {
    const server = await nameServer(() => 'silence')
    let ended = 0
    for (let i = 0; i < 20; i += 1)
      askNameServers(`shop-${i}.example`, [server]).catch(() => {
        ended += 1
      })
    // Files are read by the threads that the system's own look-up would keep busy.
    await readFile(import.meta.filename)
    expect(ended).toBe(0)
  })
})
