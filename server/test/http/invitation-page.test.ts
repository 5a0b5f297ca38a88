import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INVITATION_PAGE_DIR } from '../../src/entry/folders.ts'
import { readPageAssets } from '../../src/entry/pages/assets.ts'
import { makeOrganization } from '../support/factories.ts'
import { invite } from '../support/member-factories.ts'
import { startTill, type TestTill, tillForThisTest } from '../support/till.ts'

const SCRIPT = 'console.log("the invitation")'
const STYLE = 'body { color: black }'

let folder: string
let till: TestTill
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'till-page-'))
  await writeFile(join(folder, 'main.js'), SCRIPT)
  await writeFile(join(folder, 'main.css'), STYLE)
  till = await startTill({ invitationPageDir: folder })
})
afterAll(async () => {
  await till.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('GET /invitation', () => {
  it('200: where the API’s own link leads, which keeps its token behind the #', async () => {
    const { url, token } = await invite(till, (await makeOrganization(till)).id)
    const { pathname, search, hash } = new URL(url)
    expect([pathname, search, hash]).toEqual(['/invitation', '', `#${token}`])
    for (const path of [pathname, `${pathname}/`]) expect((await till.anonymous.get(path)).status).toBe(200)
  })

  it('200: a page that loads its own script and style, and has nothing inline', async () => {
    const { headers, body } = await till.anonymous.get('/invitation')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toContain('<title>Invitation</title>')
    expect(body).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/)
    expect(body.match(/(?:src|href)="(?!\/assets\/invitation\/|data:,)[^"]*"/g)).toBeNull()
    const script = /<script type="module" src="([^"]+)">/.exec(body)?.[1] ?? ''
    expect((await till.anonymous.get(script)).body).toBe(SCRIPT)
  })

  it('200: below the path of a proxy', async () => {
    const proxied = await tillForThisTest({ baseUrl: 'https://example.com/till', invitationPageDir: folder })
    const { url } = await invite(proxied, (await makeOrganization(proxied)).id)
    expect(url).toMatch(/^https:\/\/example\.com\/till\/invitation#till_inv_/)
    expect((await proxied.anonymous.get('/invitation')).body).toContain('src="/till/assets/invitation/')
  })

  it('503: a sentence where the page was not built', async () => {
    const bare = await tillForThisTest({ invitationPageDir: join(folder, 'nowhere') })
    const { status, body } = await bare.anonymous.get('/invitation')
    expect(status).toBe(503)
    expect(body).toContain('npm run build')
  })
})

describe('the page itself', () => {
  it('is built: npm run build', () => {
    const assets = readPageAssets('invitation', INVITATION_PAGE_DIR)
    expect(assets, 'web/invitation/dist is missing: run npm run build').not.toBeNull()
  })
})
