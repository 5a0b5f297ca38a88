import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTill, type TestTill } from '../support/till.ts'
import { raw } from './raw.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

describe('GET /openapi.json', () => {
  it('200: for any origin, and 304 for who has it already', async () => {
    const { status, body, headers } = await till.anonymous.get('/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body.openapi).toBe('3.1.0')
    const again = await till.anonymous.get('/openapi.json', { 'if-none-match': headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('is packed for who takes it', async () => {
    const plain = await raw(till, 'GET', '/openapi.json', { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const refused = await raw(till, 'GET', '/openapi.json', { headers: { 'accept-encoding': 'gzip;q=0, br' } })
    expect(refused.headers.get('content-encoding')).toBeNull()
    const packed = await raw(till, 'GET', '/openapi.json', { headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.body).toEqual(plain.body)
  })
})

describe('GET /docs', () => {
  it('200: one page with every operation and every shape, and links that lead somewhere', async () => {
    const { status, body: page, headers } = await till.anonymous.get('/docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const { body: document } = await till.anonymous.get('/openapi.json')
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
    for (const { spec } of till.till.routes) expect(anchors).toContain(spec.operationId)
    for (const name of Object.keys(document.components.schemas)) expect(anchors).toContain(`shape-${name}`)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(target)
  })

  it('carries no inline script or style and asks nobody else for anything', async () => {
    const { body: page, headers } = await till.anonymous.get('/docs')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(page).not.toMatch(/<script(?! src="\/docs\/)|<style|\son\w+=|\sstyle=|(?:src|href)="(?:https?:)?\/\//)
  })

  it.each([
    ['/docs/reference.css', 'text/css; charset=utf-8'],
    ['/docs/reference.js', 'text/javascript; charset=utf-8'],
  ])('%s comes along', async (path, type) => {
    const { status, headers } = await till.anonymous.get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('GET /llms.txt', () => {
  it('200: the rules, and one line for each operation', async () => {
    const { status, body, headers } = await till.anonymous.get('/llms.txt')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const { spec } of till.till.routes) expect(body).toContain(`- ${spec.method} ${spec.path} - ${spec.summary} [`)
    for (const word of ['Idempotency-Key', 'Bearer', 'smallest unit']) expect(body).toContain(word)
    expect(body.length).toBeLessThan(20_000)
  })
})
