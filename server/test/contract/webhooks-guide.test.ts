import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newSecret } from '../../src/kernel/secrets.ts'
import { signatures } from '../../src/platform/outbound/sign.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/guides/webhooks.md')

/** The code that the guide shows under this name. */
async function codeOf(name: string): Promise<string> {
  const page = await readFile(PAGE, 'utf8')
  const [, code] = new RegExp(`<!-- code: ${name} -->\\n\`\`\`js\\n(.*?)\`\`\``, 's').exec(page) ?? []
  if (code === undefined) throw new Error(`docs/guides/webhooks.md has no code: ${name}`)
  return code
}

type EventOf = (body: string, headers: Record<string, string>) => unknown

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'till-guide-'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** A fresh module: the secret is read when it is loaded. */
async function load(name: string, secret: string): Promise<EventOf> {
  files += 1
  const path = join(folder, `${files}.mjs`)
  const library = JSON.stringify(import.meta.resolve('standardwebhooks'))
  await writeFile(path, (await codeOf(name)).replace("'standardwebhooks'", library))
  vi.stubEnv('TILL_WEBHOOK_SECRET', secret)
  const { eventOf } = await import(/* @vite-ignore */ pathToFileURL(path).href)
  return eventOf
}

const body = JSON.stringify({ type: 'order.paid', data: { name: 'Größe 🧾' } })

function headersFor(secret: string, secondsAgo = 0): Record<string, string> {
  const timestampSeconds = Math.floor(Date.now() / 1000) - secondsAgo
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures([newSecret('webhook'), secret], { id: 'msg_1', timestampSeconds, body }),
  }
}

describe.each([
  ['with the library', [newSecret('webhook'), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
  ['by hand', [newSecret('webhook'), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'any text, größer']],
])('the code of the guide that checks a signature %s', (name, secrets) => {
  describe.each(secrets)('of %j', (secret) => {
    let eventOf: EventOf
    beforeEach(async () => {
      eventOf = await load(name, secret)
    })

    it('takes what Till has signed', () => {
      expect(eventOf(body, headersFor(secret))).toEqual(JSON.parse(body))
    })

    it('refuses everything else', () => {
      const headers = headersFor(secret)
      expect(() => eventOf(`${body} `, headers)).toThrow()
      expect(() => eventOf(body, headersFor('another secret'))).toThrow()
      expect(() => eventOf(body, headersFor(secret, 600))).toThrow()
      expect(() => eventOf(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow()
      expect(() => eventOf(body, {})).toThrow()
    })
  })
})
