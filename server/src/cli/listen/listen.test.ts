import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeOrganization, makeToken, unique } from '../../../test/support/factories.ts'
import { makePerson } from '../../../test/support/member-factories.ts'
import { makeProduct } from '../../../test/support/product-factories.ts'
import { behave, Receiver } from '../../../test/support/receiver.ts'
import { startTill, type TestTill } from '../../../test/support/till.ts'
import { knownAddresses, likelyAddress, rememberAddress } from '../../entry/last-address.ts'
import { isWellFormed, newSecret } from '../../kernel/secrets.ts'
import { readConfig } from '../../platform/config.ts'
import { listen } from '../commands/listen.ts'
import { findServer } from './find-server.ts'
import { eventsIn, type StreamedEvent } from './follow-events.ts'
import { type Forwarding, forwardEvents } from './forward-events.ts'
import { secretOfFolder } from './secret.ts'

let till: TestTill
let receiver: Receiver
let organization: { id: string; slug: string }
let path: string
const secret = newSecret('webhook')

beforeAll(async () => {
  till = await startTill()
  receiver = await Receiver.start()
})
afterAll(async () => {
  await till.stop()
  await receiver.stop()
})
beforeEach(async () => {
  organization = await makeOrganization(till)
  path = `/hook/${organization.id}`
})

/** Runs until the test is over, and tells what it said. */
function run(given: Partial<Forwarding> = {}): { lines: string[]; ended: Promise<unknown> } {
  const control = new AbortController()
  const lines: string[] = []
  const ended = forwardEvents({
    source: { address: till.url, token: till.ownerToken },
    forward: new URL(receiver.url(path)),
    secret,
    organization: organization.id,
    // The organization itself may get its number only now.
    types: ['product.created', 'product.updated'],
    after: undefined,
    signal: control.signal,
    waitMilliseconds: 20,
    say: (line) => lines.push(line),
    ...given,
  })
  onTestFinished(async () => {
    control.abort()
    await ended.catch(() => {})
  })
  return { lines, ended: ended.catch((error: unknown) => error) }
}

const soon = { timeout: 10_000, interval: 20 }
const bodies = () => receiver.requestsTo(path).map(({ body }) => JSON.parse(body))
const started = (lines: string[]) => expect.poll(() => lines.length, soon).toBeGreaterThan(0)

/** A way to the server that can be cut. */
async function breakableLine(): Promise<{ address: string; cut(): void }> {
  const ends = new Set<Socket>()
  const cut = () => {
    for (const end of ends) end.destroy()
    ends.clear()
  }
  const server = createServer((near) => {
    const far = connect(Number(new URL(till.url).port), '127.0.0.1')
    for (const end of [near, far]) ends.add(end.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    cut()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut }
}

describe('till listen', () => {
  it('forwards what happens, signed, in order, and says what came of it', async () => {
    const { lines } = run()
    await started(lines)
    expect(lines[0]).toBe(`Forwarding events to ${receiver.url(path)}, signed with ${secret}`)
    const product = await makeProduct(till, organization.id)
    await till.owner.must(till.owner.patch(`/v1/products/${product.id}`, { name: 'Größer' }))
    await expect.poll(() => lines.length, soon).toBe(3)
    expect(bodies()).toMatchObject([
      { type: 'product.created', object_id: product.id },
      { type: 'product.updated', object_id: product.id, data: { name: 'Größer' } },
    ])
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^\d+ product\.created → 204 in \d+ ms$/),
      expect.stringMatching(/^\d+ product\.updated → 204 in \d+ ms$/),
    ])
    for (const { headers, body } of receiver.requestsTo(path)) {
      const { id } = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
      expect(headers['webhook-id']).toBe(id)
    }
  })

  it('begins after a number, and takes some types only', async () => {
    const first = await makeProduct(till, organization.id)
    await till.owner.must(till.owner.patch(`/v1/products/${first.id}`, { name: 'Second' }))
    const { lines } = run({ after: 0, types: ['product.updated', 'member.created'], organization: organization.slug })
    await expect.poll(() => lines.length, soon).toBe(3)
    expect(bodies().map(({ type }) => type)).toEqual(['member.created', 'product.updated'])
  })

  it('goes on where it was when the connection breaks', async () => {
    const line = await breakableLine()
    const { lines } = run({ source: { address: line.address, token: till.ownerToken } })
    await started(lines)
    for (let round = 0; round < 3; round += 1) {
      await makeProduct(till, organization.id)
      line.cut()
      await makeProduct(till, organization.id)
    }
    await expect.poll(() => bodies().length, soon).toBe(6)
    const numbers = bodies().map(({ sequence }) => sequence)
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5].map((step) => numbers[0] + step))
    expect(lines).toContain('The server is away; waiting until it is back')
    expect(lines).toContain('The server is back')
  })

  it('goes on when the receiver fails', async () => {
    const { lines } = run()
    await started(lines)
    receiver.at(path, behave.closeEarly(), behave.answer(500), behave.answer(204))
    for (let i = 0; i < 3; i += 1) await makeProduct(till, organization.id)
    await expect.poll(() => lines.length, soon).toBe(4)
    expect(lines.slice(1).map((line) => line.replace(/^\d+ product\.created → /, ''))).toEqual([
      'The connection was closed before the answer was complete. (ECONNRESET)',
      expect.stringMatching(/^500 in/),
      expect.stringMatching(/^204 in/),
    ])
  })

  it.each<[string, Partial<Forwarding>, RegExp]>([
    ['a token that is none', { source: { address: '', token: 'nope' } }, /answers 401/],
    ['an organization that is not there', { organization: 'nobody-has-this' }, /no organization nobody-has-this/],
    [
      'types that are none, with those that there are, an object on each line',
      { types: ['order.payed', 'order.paid', 'x'] },
      /^--types: order\.payed, x: no such type of event\. There are:\n(?: {2}.+\n)+ {2}order\.created, order\.paid, order\.refunded\n/,
    ],
    [
      'a number that no event has yet',
      { after: 999_999 },
      /^--after is 999999, and the newest event has the number \d+/,
    ],
    ['a server that is not there', { source: { address: 'http://127.0.0.1:9', token: 'x' } }, /No Till answers at/],
  ])('says what is wrong, and ends: %s', async (_, given, words) => {
    const source = given.source && { ...given.source, address: given.source.address || till.url }
    const { ended } = run({ ...given, ...(source && { source }) })
    expect(await ended).toMatchObject({ name: 'StartupProblem', message: expect.stringMatching(words) })
  })

  it('needs no organization where the token has one only', async () => {
    const token = await makeToken(till, organization.id, ['events:read'])
    const { lines } = run({ source: { address: till.url, token }, organization: undefined })
    await started(lines)
    await makeProduct(till, organization.id)
    await expect.poll(() => bodies().length, soon).toBe(1)
  })

  it('names the organizations where there are several, and the flag that says which', async () => {
    const { client, token } = await makePersonWithTwo()
    const { ended } = run({ source: { address: till.url, token }, organization: undefined })
    const { items } = await client.must(client.get('/v1/organizations/'))
    const { message } = (await ended) as Error
    expect(message).toMatch(/^Say whose events, with --organization: /)
    for (const { slug } of items) expect(message).toContain(slug)
  })

  it('names the flag where the token may not read organizations', async () => {
    const { client } = await makePersonWithTwo()
    const { token } = await client.must(
      client.post('/v1/personal-access-tokens/', { comment: 'listen', scopes: ['events:read'] }),
    )
    const { ended } = run({ source: { address: till.url, token }, organization: undefined })
    expect(await ended).toMatchObject({ message: expect.stringMatching(/^--organization: /) })
  })

  it('ends when the token is revoked', async () => {
    const made = await till.owner.must(
      till.owner.post('/v1/organization-access-tokens/', {
        organization_id: organization.id,
        comment: 'listen',
        scopes: ['events:read'],
      }),
    )
    const { lines, ended } = run({ source: { address: till.url, token: made.token } })
    await started(lines)
    await till.owner.must(till.owner.delete(`/v1/organization-access-tokens/${made.organization_access_token.id}`))
    expect(await ended).toMatchObject({ name: 'StartupProblem', message: expect.stringMatching(/answers 401/) })
  })
})

async function makePersonWithTwo() {
  const person = await makePerson(till, organization.id, 'owner')
  const other = { name: 'Another one', slug: `another-${unique()}` }
  await person.client.must(person.client.post('/v1/organizations/', other))
  return person
}

describe('the server of a data folder', () => {
  const gone = 'http://127.0.0.1:9'

  it('is the newest that answers, where several have used the folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'till-listen-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const config = readConfig({ TILL_DATA_DIR: folder })
    expect(await knownAddresses(config, false)).toEqual(['http://127.0.0.1:4242'])
    for (const address of [gone, till.url, gone]) await rememberAddress(folder, address)
    expect(await knownAddresses(config, false)).toEqual([gone, till.url])
    expect(await likelyAddress(config, false)).toBe(gone)
    expect(await knownAddresses(config, true)).toEqual(['http://127.0.0.1:4242'])
    expect(await findServer([gone, till.url])).toBe(till.url)
  })

  it('is asked for where none answers', async () => {
    await expect(findServer([gone, 'http://127.0.0.1:10'])).rejects.toThrow(
      /^No Till answers at http:\/\/127\.0\.0\.1:9 or http:\/\/127\.0\.0\.1:10\. .*set PORT or TILL_BASE_URL/,
    )
  })
})

describe('the stream', () => {
  it('is read however it is cut', async () => {
    const bytes = Buffer.from(
      'retry: 2000\n\n: still here\n\nid: 7\nevent: a.b\ndata: {"x":"ü: data: 1"}\n\nid: 8\ndata: {}\n\n',
    )
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const chunks = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      const events: StreamedEvent[] = []
      for await (const event of eventsIn(chunks())) events.push(event)
      expect(events).toEqual([
        { sequence: 7, text: '{"x":"ü: data: 1"}' },
        { sequence: 8, text: '{}' },
      ])
    }
  })
})

describe('the secret', () => {
  it('is made once per data folder, and nobody else can read it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'till-listen-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    const made = await secretOfFolder(data)
    expect(isWellFormed('webhook', made)).toBe(true)
    expect(await secretOfFolder(data)).toBe(made)
    expect(await readFile(join(data, 'listen.secret'), 'utf8')).toBe(`${made}\n`)
    expect((await stat(join(data, 'listen.secret'))).mode & 0o777).toBe(0o600)
  })

  it('is another one each time where nothing can be kept', async () => {
    expect(isWellFormed('webhook', await secretOfFolder('/dev/null/data'))).toBe(true)
  })
})

describe('the command', () => {
  it.each([
    [[], /--forward should be/],
    [['--forward', 'localhost:3000'], /--forward should be/],
    [['--forward', 'http://localhost:3000', '--after', 'x'], /--after should be/],
    [['--forward', 'http://localhost:3000', 'more'], /Unexpected argument/],
    [['--forward', 'http://localhost:3000', '--secret', 'short'], /--secret should have 8 to 256 characters/],
    [['--forward', 'http://localhost:3000', '--secret', 'x'.repeat(257)], /--secret should have 8 to 256 characters/],
  ])('refuses %j with a sentence', async (args, words) => {
    process.env.TILL_TOKEN = 'till_pat_x'
    onTestFinished(() => {
      delete process.env.TILL_TOKEN
    })
    await expect(listen.run(args, () => {})).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringMatching(words),
    })
  })

  it('needs a token', async () => {
    await expect(listen.run(['--forward', 'http://localhost:3000'], () => {})).rejects.toThrow('Set TILL_TOKEN')
  })
})
