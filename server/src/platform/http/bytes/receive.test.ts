import { once } from 'node:events'
import { type ClientRequest, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { arrivingBytes } from './receive.ts'

/** What a reader gets of the body that this sender sends, in patience of 100 milliseconds. */
async function readFrom(
  send: (request: ClientRequest) => void,
  goOn: (request: ClientRequest) => void = () => {},
): Promise<string> {
  const server = createServer()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const request = httpRequest({ port, method: 'PUT' })
  request.on('error', () => {})
  send(request)
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]
  goOn(request)
  return read(incoming)
}

async function read(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of arrivingBytes(incoming, 500)) text += Buffer.from(chunk).toString()
  return text
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it('gives the bytes as they come', async () => {
  expect(await readFrom((request) => request.end('hello'))).toBe('hello')
  expect(await readFrom((request) => request.end())).toBe('')
})

it('waits for a sender who is slow and goes on', async () => {
  const text = await readFrom(async (request) => {
    for (const letter of 'hello') {
      request.write(letter)
      await pause(150)
    }
    request.end()
  })
  expect(text).toBe('hello')
})

it('408: a sender who stops, and the connection ends', async () => {
  const outcome = readFrom((request) => request.write('hel'))
  await expect(outcome).rejects.toMatchObject({
    kind: { status: 408, code: 'request_timeout' },
    extras: { headers: { connection: 'close' } },
  })
})

it('400: a sender who hangs up', async () => {
  const begin = (request: ClientRequest) => {
    request.setHeader('content-length', 5)
    request.write('hel')
  }
  const outcome = readFrom(begin, (request) => request.destroy())
  await expect(outcome).rejects.toMatchObject({ kind: { status: 400 } })
})
