import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { allow } from '../../../test/support/allow.ts'
import { Receiver } from '../../../test/support/receiver.ts'
import { RECEIVER_TLS } from '../../../test/support/receiver-certificate.ts'
import { type PostResult, Sender, type SenderOptions } from './post.ts'

const LOOPBACK = allow('127.0.0.1')
const NOTHING = allow('')

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
})
afterAll(() => receiver.stop())

function newSender(options: SenderOptions): Sender {
  const sender = new Sender(options)
  onTestFinished(() => sender.close())
  return sender
}

const postTo = (sender: Sender, url: string): Promise<PostResult> => sender.post({ url, headers: {}, body: '{}' })

describe('addresses that are refused', () => {
  /** Names with these addresses. */
  const named =
    (names: Readonly<Record<string, readonly string[]>>) =>
    async (name: string): Promise<readonly string[]> =>
      names[name] ?? Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))

  it.each(['127.0.0.1', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254', '[fd00:ec2::254]', '10.0.0.1.'])(
    'literal ones: %s',
    async (host) => {
      const result = await postTo(newSender({ allowed: NOTHING }), `https://${host}:${receiver.port}/`)
      expect(result).toMatchObject({ kind: 'failed', reason: 'inward' })
    },
  )

  it('names that lead inward, if only with one of their addresses', async () => {
    const before = receiver.connections
    const resolve = named({
      'one.example': ['127.0.0.1'],
      'some.example': ['93.184.215.14', '127.0.0.1'],
      'six.example': ['2606:4700::1', '::ffff:127.0.0.1'],
      'odd.example': ['not an address'],
    })
    const sender = newSender({ allowed: NOTHING, resolve })
    for (const host of ['one.example', 'some.example', 'six.example', 'odd.example', 'ONE.example.'])
      expect(await postTo(sender, `https://${host}:${receiver.port}/`)).toMatchObject({ reason: 'inward' })
    expect(receiver.connections).toBe(before)
  })

  it('names that nobody knows', async () => {
    const result = await postTo(newSender({ allowed: NOTHING, resolve: named({}) }), 'https://nobody.example/')
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'dns',
      detail: 'The name of the host could not be resolved. (ENOTFOUND)',
    })
  })

  it('those without TLS, unless the operator has opened them', async () => {
    const sender = newSender({ allowed: NOTHING, resolve: named({}) })
    for (const url of ['http://example.com/', 'http://93.184.215.14/', receiver.url()])
      expect(await postTo(sender, url)).toMatchObject({ kind: 'failed', reason: 'insecure' })
    const opened = newSender({ allowed: allow('localhost') })
    expect(await postTo(opened, receiver.url('/hook', 'localhost'))).toMatchObject({ status: 204 })
  })

  it('are not told to anybody', async () => {
    const resolve = named({ 'one.example': ['10.20.30.40'] })
    const result = await postTo(newSender({ allowed: NOTHING, resolve }), 'https://one.example/secret')
    expect(JSON.stringify(result)).not.toMatch(/10\.20|secret/)
  })
})

describe('TLS', () => {
  let secure: Receiver
  beforeAll(async () => {
    secure = await Receiver.start({ tls: RECEIVER_TLS })
  })
  afterAll(() => secure.stop())
  afterEach(() => {
    secure.requests.length = 0
  })

  /** The network that the name leads to is open, the name is not. */
  const options = (names: readonly string[], authorities?: string): SenderOptions => ({
    allowed: LOOPBACK,
    resolve: async (name) => (names.includes(name) ? ['127.0.0.1'] : []),
    ...(authorities === undefined ? {} : { authorities }),
  })

  it('is for the name in the URL', async () => {
    const before = secure.connections
    const sender = newSender(options(['receiver.test'], RECEIVER_TLS.cert))
    for (const host of ['receiver.test', 'Receiver.TEST.', 'receiver.test'])
      expect(await postTo(sender, secure.url('/hook', host))).toMatchObject({ kind: 'answered', status: 204 })
    expect(secure.connections - before).toBe(1)
  })

  it.each([
    ['an authority that nobody trusts', options(['receiver.test']), 'receiver.test'],
    ['another name', options(['other.test'], RECEIVER_TLS.cert), 'other.test'],
    ['a name in the place of an address', options([], RECEIVER_TLS.cert), '127.0.0.1'],
  ])('refuses a certificate of %s', async (_, given, host) => {
    const result = await postTo(newSender(given), secure.url('/hook', host))
    expect(result).toMatchObject({ kind: 'failed', reason: 'tls' })
    expect(secure.requests).toEqual([])
  })

  it('is for the address that was checked: a name that moves inward is refused at the next connection', async () => {
    const asked: string[] = []
    const resolve = async (name: string) => (asked.push(name) === 1 ? ['127.0.0.1'] : ['127.0.0.2'])
    const sender = newSender({ ...options([], RECEIVER_TLS.cert), resolve })
    const url = secure.url('/hook', 'receiver.test')
    expect(await postTo(sender, url)).toMatchObject({ kind: 'answered' })
    // The same connection, to the same address.
    expect(await postTo(sender, url)).toMatchObject({ kind: 'answered' })
    expect(asked).toHaveLength(1)
    secure.cutConnections()
    expect(await postTo(sender, url)).toMatchObject({ kind: 'failed', reason: 'inward' })
    expect(asked).toEqual(['receiver.test', 'receiver.test'])
  })

  it('is not spoken by everybody', async () => {
    const sender = newSender(options(['receiver.test'], RECEIVER_TLS.cert))
    const url = `https://receiver.test:${receiver.port}/`
    const result = await postTo(sender, url)
    expect(result.kind).toBe('failed')
    expect(['tls', 'reset']).toContain((result as { reason: string }).reason)
  })
})
