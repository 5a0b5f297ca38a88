import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTill, type TestTill } from '../support/till.ts'
import { openGuardedShop } from '../support/two-shops.ts'
import { linksFrom, undescribedAddresses } from './mounted.ts'
import { talk } from './socket.ts'

let till: TestTill
/** Where something is read by a name from the address: below pages, assets and files, and beside them. */
let folders: string[]

beforeAll(async () => {
  till = await startTill()
  const links = await linksFrom(till, await openGuardedShop(till))
  const paths = undescribedAddresses(till).map(({ pattern }) => pattern)
  const named = [...paths, ...links.map((link) => link.replace(/[?#].*/, ''))]
  folders = [...new Set(named.map((path) => path.replace(/(?::|\*).*|[^/]*$/, '')))]
}, 60_000)
afterAll(() => till.stop())

const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..;/',
  '....//',
]
const TARGETS = ['etc/passwd', 'package.json', 'data/secret.key']
const ALONE = [
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '//etc/passwd',
  'file:///etc/passwd',
  '.env',
  '.git/config',
  '..',
  '%2e%2e',
  '%00',
  'x%00.svg',
  '~root',
  'C:\\',
]

/** Sent byte by byte: a URL parser would tidy the path up before it is sent. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  const { answers } = await talk(till.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, {
    closes: true,
  })
  return { status: answers[0]?.status ?? 0, text: answers[0]?.text ?? '' }
}

it('a path that climbs out of its folder finds nothing', { timeout: 120_000 }, async () => {
  expect(folders).toEqual(
    expect.arrayContaining([
      '/docs/',
      '/assets/accent/',
      '/assets/checkout/',
      '/avatars/',
      '/buy/',
      '/checkout/',
      '/downloads/',
      '/files/',
      '/store/',
      '/v1/files/uploads/',
    ]),
  )
  const climbs = [...UP.flatMap((up) => TARGETS.map((target) => up.repeat(8) + target)), ...ALONE]
  const found: string[] = []
  const paths = folders.flatMap((folder) => climbs.map((climb) => folder + climb))
  for (let at = 0; at < paths.length; at += 16) {
    const turn = paths.slice(at, at + 16)
    const answers = await Promise.all(turn.map(ask))
    answers.forEach(({ status, text }, index) => {
      if (status < 400 || status >= 500) found.push(`${turn[index]} is answered with ${status}`)
      if (/root:|"workspaces"|till_/.test(text)) found.push(`${turn[index]} shows a file`)
    })
  }
  expect(found).toEqual([])
})
