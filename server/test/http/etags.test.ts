import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { raw } from './raw.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

async function fresh(): Promise<{ path: string; etag: string }> {
  const path = `/v1/organizations/${(await makeOrganization(till)).id}`
  const { headers } = await till.owner.get(path)
  return { path, etag: headers.get('etag') ?? '' }
}

describe('ETag', () => {
  it('is the version and a hash of the body', async () => {
    const { path, etag } = await fresh()
    expect(etag).toMatch(/^"1-[\w-]{16}"$/)
    const changed = await till.owner.patch(path, { bio: 'New' })
    expect(changed.headers.get('etag')).toMatch(/^"2-[\w-]{16}"$/)
    expect((await till.owner.get(path)).headers.get('etag')).toBe(changed.headers.get('etag'))
  })

  it('is the same for the same content', async () => {
    const { path, etag } = await fresh()
    await till.owner.patch(path, {})
    expect((await till.owner.get(path)).headers.get('etag')).toBe(etag)
  })

  it('is not on lists', async () => {
    expect((await till.owner.get('/v1/organizations/')).headers.get('etag')).toBeNull()
  })
})

describe('If-None-Match', () => {
  it.each([
    ['the tag', (etag: string) => etag],
    ['the weak tag', (etag: string) => `W/${etag}`],
    ['a list with the tag', (etag: string) => `"other", ${etag}`],
    ['anything', () => '*'],
  ])('304: %s', async (_, header) => {
    const { path, etag } = await fresh()
    const { status, text, headers } = await raw(till, 'GET', path, { headers: { 'if-none-match': header(etag) } })
    expect(status).toBe(304)
    expect(text).toBe('')
    expect(headers.get('etag')).toBe(etag)
    expect((await raw(till, 'HEAD', path, { headers: { 'if-none-match': header(etag) } })).status).toBe(304)
  })

  it.each([
    ['another tag', () => '"1-abcdefghijklmnop"'],
    ['the version alone', () => '"1"'],
    ['the tag without quotes', (etag: string) => etag.replaceAll('"', '')],
  ])('200: %s', async (_, header) => {
    const { path, etag } = await fresh()
    expect((await till.owner.get(path, { 'if-none-match': header(etag) })).status).toBe(200)
  })

  it('200: after a change', async () => {
    const { path, etag } = await fresh()
    await till.owner.patch(path, { bio: 'New' })
    expect((await till.owner.get(path, { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('If-Match', () => {
  it.each([
    ['the tag', (etag: string) => etag],
    ['the version alone', () => '"1"'],
    ['the version with another hash', () => '"1-somethingelse"'],
    ['a list with the version', (etag: string) => `"7", ${etag}, "9"`],
    ['anything', () => '*'],
  ])('200: %s', async (_, header) => {
    const { path, etag } = await fresh()
    const { status, body } = await till.owner.patch(path, { bio: 'New' }, { 'if-match': header(etag) })
    expect(status).toBe(200)
    expect(body.bio).toBe('New')
  })

  it.each([
    ['another version', '"2"'],
    ['a list of other versions', '"2", "3-abc"'],
    ['a weak tag', 'W/"1-abc"'],
    ['no tag at all', 'nonsense'],
    ['an empty one', '""'],
  ])('412: %s', async (_, header) => {
    const { path } = await fresh()
    const { status, body } = await till.owner.patch(path, { bio: 'New' }, { 'if-match': header })
    expect(status).toBe(412)
    expect(body).toMatchObject({ error: 'PreconditionFailed', code: 'precondition_failed' })
    expect((await till.owner.get(path)).body.bio).toBeNull()
  })

  it('412: of twenty who decided on the same version, one wins', async () => {
    const { path, etag } = await fresh()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => till.owner.patch(path, { bio: `No ${index}` }, { 'if-match': etag })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(19).fill(412)])
  })

  it('DELETE looks at it too', async () => {
    const { id } = await makeOrganization(till)
    await makeToken(till, id)
    const { body } = await till.owner.get(`/v1/organization-access-tokens/?organization_id=${id}`)
    const path = `/v1/organization-access-tokens/${body.items[0].id}`
    expect((await till.owner.delete(path, { 'if-match': '"5"' })).status).toBe(412)
    expect((await till.owner.delete(path, { 'if-match': '"1"' })).status).toBe(204)
  })

  it('404 for what is not there, whatever version was named', async () => {
    const path = '/v1/organizations/0197a6f0-0000-7000-8000-000000000000'
    expect((await till.owner.patch(path, {}, { 'if-match': '"5"' })).status).toBe(404)
  })
})
