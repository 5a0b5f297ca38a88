import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, unique } from '../support/factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { JSON_TYPE, raw } from './raw.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const create = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  raw(till, 'POST', '/v1/organizations/', { headers, body })

/** A body that is fine but for one text. */
const withName = (json: string) => `{"name": ${json}, "slug": "body-${unique()}"}`

describe('413', () => {
  const padded = (bytes: number) => {
    const bare = JSON.stringify({ name: 'Large', slug: `large-${unique()}`, padding: '' })
    return bare.replace('"padding":""', `"padding":"${'x'.repeat(bytes - bare.length)}"`)
  }

  it('a body of 1 MiB is taken, one byte more is refused', async () => {
    expect((await create(padded(1_048_576))).status).toBe(201)
    const { status, body } = await create(padded(1_048_577))
    expect(status).toBe(413)
    expect(body).toMatchObject({ error: 'PayloadTooLarge', code: 'payload_too_large' })
  })

  it('also when the length is not told before', async () => {
    const response = await fetch(`${till.url}/v1/organizations/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${till.ownerToken}`, ...JSON_TYPE },
      body: new Blob([padded(2_000_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  })
})

describe('415', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'nonsense',
  ])('%s', async (type) => {
    const { status, body } = await create(withName('"Typed"'), { 'content-type': type })
    expect(status).toBe(415)
    expect(body).toMatchObject({ error: 'UnsupportedMediaType', code: 'unsupported_media_type' })
  })

  it('no content type at all', async () => {
    expect((await create(withName('"Typed"'), {})).status).toBe(415)
  })

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'])(
    'not for %s',
    async (type) => {
      expect((await create(withName('"Typed"'), { 'content-type': type })).status).toBe(201)
    },
  )
})

describe('422 json_invalid', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const cases: [string, string | Uint8Array][] = [
    ['not JSON', '{"name": '],
    ['something behind the JSON', '{"name": "Two"} {}'],
    ['a trailing comma', '{"name": "Comma",}'],
    ['not a number', '{"name": NaN}'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a surrogate encoded by itself', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['U+0000 in a value', withName('"a\\u0000bc"')],
    ['U+0000 in a key', '{"name": "Key", "slug": "key", "a\\u0000": 1}'],
    ['a raw control character', withName('"a\u0001bc"')],
    ['half a surrogate pair', withName('"abc\\ud83d"')],
    ['the other half', withName('"\\uDE00abc"')],
    ['more than 64 levels', `{"name": ${deep(65)}}`],
    ['very many levels', deep(500_000)],
  ]

  it.each(cases)('%s', async (_, body) => {
    const reply = await create(body)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      error: 'RequestValidationError',
      detail: [{ type: 'json_invalid', loc: ['body'], msg: expect.any(String), input: null }],
    })
  })

  it('not for whole surrogate pairs, escaped or plain', async () => {
    const { status, body } = await create(withName('"abc \\ud83d\\ude00 😀"'))
    expect(status).toBe(201)
    expect(body.name).toBe('abc 😀 😀')
  })
})

describe('bodies that are no objects', () => {
  it.each(['null', '5', '"text"', '[]', 'true'])('422: %s', async (body) => {
    const reply = await create(body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toEqual([expect.objectContaining({ type: 'dict_type', loc: ['body'] })])
  })

  it('an empty body counts as an empty object', async () => {
    const { id } = await makeOrganization(till)
    expect((await raw(till, 'PATCH', `/v1/organizations/${id}`, { headers: JSON_TYPE, body: '' })).status).toBe(200)
    expect((await raw(till, 'PATCH', `/v1/organizations/${id}`)).status).toBe(200)
  })
})

describe('fields', () => {
  it('types are not coerced', async () => {
    const { id } = await makeOrganization(till)
    const wrong = {
      name: 5,
      bio: true,
      pledge_minimum_amount: '5',
      pledge_badge_show_amount: 'true',
      default_upfront_split_to_contributors: 1.5,
      profile_settings: [],
    }
    const { status, body } = await till.owner.patch(`/v1/organizations/${id}`, wrong)
    expect(status).toBe(422)
    const found = body.detail.map((issue: { loc: string[]; type: string }) => [issue.loc[1], issue.type])
    expect(Object.fromEntries(found)).toEqual({
      name: 'string_type',
      bio: 'string_type',
      pledge_minimum_amount: 'int_type',
      pledge_badge_show_amount: 'bool_type',
      default_upfront_split_to_contributors: 'int_type',
      profile_settings: 'dict_type',
    })
  })

  it.each(['1e400', '9007199254740993', '-1', '1000000000000'])('422: the amount %s', async (amount) => {
    const { id } = await makeOrganization(till)
    const body = `{"pledge_minimum_amount": ${amount}}`
    expect((await raw(till, 'PATCH', `/v1/organizations/${id}`, { headers: JSON_TYPE, body })).status).toBe(422)
  })

  it.each(['\n', '\r', '\r\n'])('a text of one line has no line break: %j', async (lineBreak) => {
    const { status, body } = await till.owner.post('/v1/organizations/', {
      name: `Two${lineBreak}lines`,
      slug: 'lines',
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      {
        type: 'string_pattern_mismatch',
        loc: ['body', 'name'],
        msg: expect.any(String),
        input: `Two${lineBreak}lines`,
      },
    ])
  })

  it('unknown ones are ignored', async () => {
    const slug = `unknown-${unique()}`
    const { status, body } = await till.owner.post('/v1/organizations/', {
      name: 'Unknown',
      slug,
      id: 'mine',
      color: 1,
    })
    expect(status).toBe(201)
    expect(body.id).not.toBe('mine')
    expect(body).not.toHaveProperty('color')
  })

  it('Prefer: handling=strict: unknown ones are 422, at every depth', async () => {
    const { id } = await makeOrganization(till)
    const patch = { color: 1, profile_settings: { enabled: true, subscribe: { loud: true } } }
    const { status, body } = await till.owner.patch(`/v1/organizations/${id}`, patch, {
      prefer: 'return=minimal, handling=strict',
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      { type: 'extra_forbidden', loc: ['body', 'color'], msg: expect.any(String), input: 1 },
      {
        type: 'extra_forbidden',
        loc: ['body', 'profile_settings', 'subscribe', 'loud'],
        msg: expect.any(String),
        input: true,
      },
    ])
    const lenient = await till.owner.patch(`/v1/organizations/${id}`, patch, { prefer: 'handling=lenient' })
    expect(lenient.status).toBe(200)
  })

  it('__proto__ and constructor are names like any others', async () => {
    const slug = `proto-${unique()}`
    const evil = `{"name": "Proto", "slug": "${slug}", "__proto__": {"isAdmin": true},
      "constructor": {"prototype": {"isAdmin": true}}, "feature_settings": {"__proto__": {"isAdmin": true}}}`
    expect((await create(evil)).status).toBe(201)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    const strict = await create(evil.replace(slug, `${slug}-2`), { ...JSON_TYPE, prefer: 'handling=strict' })
    expect(strict.status).toBe(422)
    expect(strict.body.detail.map((issue: { loc: unknown }) => issue.loc)).toEqual([
      ['body', '__proto__'],
      ['body', 'constructor'],
      ['body', 'feature_settings', '__proto__'],
    ])
  })
})
