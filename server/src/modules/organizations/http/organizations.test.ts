import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

describe('POST /v1/organizations/', () => {
  it('201: makes an organization with the documented defaults', async () => {
    const slug = `Fresh-${unique()}`
    const { status, body, headers } = await till.owner.post('/v1/organizations/', { name: 'Fresh', slug })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"1-/)
    expect(body).toMatchObject({
      name: 'Fresh',
      slug: slug.toLowerCase(),
      modified_at: null,
      pledge_minimum_amount: 2000,
      pledge_badge_show_amount: true,
      profile_settings: {
        enabled: true,
        links: [],
        subscribe: { promote: true, show_count: true, count_free: true },
      },
      feature_settings: { issue_funding_enabled: false },
      subscription_settings: {
        allow_multiple_subscriptions: false,
        proration_behavior: 'prorate',
      },
      default_currency: 'usd',
    })
  })

  it('403: an organization token cannot own an organization', async () => {
    const token = await makeToken(till, (await makeOrganization(till)).id)
    const { status, body } = await till.as(token).post('/v1/organizations/', { name: 'Another', slug: 'another' })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      error: 'NotPermitted',
      code: 'personal_token_needed',
    })
  })

  it.each([
    [{ slug: 'abc' }, ['body', 'name'], 'missing'],
    [{ name: 'ab', slug: 'abc' }, ['body', 'name'], 'string_too_short'],
    [{ name: 5, slug: 'abc' }, ['body', 'name'], 'string_type'],
    [{ name: 'Abc', slug: 'a_b' }, ['body', 'slug'], 'value_error'],
    [{ name: 'Abc', slug: 'Dashboard' }, ['body', 'slug'], 'value_error'],
    [{ name: 'Abc', slug: 'abc', default_currency: 'USD' }, ['body', 'default_currency'], 'enum'],
  ])('422: %j', async (input, loc, type) => {
    const { status, body } = await till.owner.post('/v1/organizations/', input)
    expect(status).toBe(422)
    expect(body.error).toBe('RequestValidationError')
    expect(body.detail).toEqual([expect.objectContaining({ loc, type })])
  })

  it('422: a slug that is taken, whatever its case', async () => {
    const { slug } = await makeOrganization(till)
    const { status, body } = await till.owner.post('/v1/organizations/', {
      name: 'Twin',
      slug: slug.toUpperCase(),
    })
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['body', 'slug'])
  })

  it('422: a slug that twenty ask for at once goes to exactly one', async () => {
    const slug = `race-${unique()}`
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => till.owner.post('/v1/organizations/', { name: 'Racer', slug })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(19).fill(422)])
  })
})

describe('GET /v1/organizations/{id}', () => {
  it('200, and 304 for the same ETag', async () => {
    const made = await makeOrganization(till)
    const first = await till.owner.get(`/v1/organizations/${made.id}`)
    expect(first.status).toBe(200)
    expect(first.body).toEqual(made)
    const etag = first.headers.get('etag') ?? ''
    expect(
      (
        await till.owner.get(`/v1/organizations/${made.id}`, {
          'if-none-match': etag,
        })
      ).status,
    ).toBe(304)
  })

  it('404: an organization that the token does not act for', async () => {
    const [mine, other] = [await makeOrganization(till), await makeOrganization(till)]
    const token = await makeToken(till, mine.id)
    const { status, body } = await till.as(token).get(`/v1/organizations/${other.id}`)
    expect(status).toBe(404)
    expect(body.error).toBe('ResourceNotFound')
  })

  it('422: an id that is no UUID', async () => {
    const { status, body } = await till.owner.get('/v1/organizations/nonsense')
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({
      type: 'uuid_parsing',
      loc: ['path', 'id'],
    })
  })
})

describe('PATCH /v1/organizations/{id}', () => {
  it('200: keeps what is absent, clears what is null, merges settings', async () => {
    const { id } = await makeOrganization(till, { email: 'shop@example.com' })
    const { status, body } = await till.owner.patch(`/v1/organizations/${id}`, {
      bio: 'Sounds',
      email: null,
      social_username: 'sounds',
      profile_settings: {
        accent_color: '#3b5bdb',
        subscribe: { promote: false },
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      bio: 'Sounds',
      email: null,
      social_username: 'sounds',
      twitter_username: 'sounds',
      profile_settings: {
        accent_color: '#3b5bdb',
        subscribe: { promote: false, show_count: true },
        enabled: true,
      },
    })
    expect(body.modified_at).not.toBeNull()
  })

  it('200: writes one event for a change and none for no change', async () => {
    const { id } = await makeOrganization(till)
    await till.owner.patch(`/v1/organizations/${id}`, { bio: 'One' })
    await till.owner.patch(`/v1/organizations/${id}`, { bio: 'One' })
    await till.owner.patch(`/v1/organizations/${id}`, {})
    const events = await till.sql`
      select type, object_version, previous_attributes from events where object_id = ${id} order by id`
    expect(events).toEqual([
      { type: 'organization.created', objectVersion: 1, previousAttributes: null },
      {
        type: 'organization.updated',
        objectVersion: 2,
        previousAttributes: { bio: null },
      },
    ])
  })

  it('412: when somebody else changed it first', async () => {
    const { id } = await makeOrganization(till)
    const stale = (await till.owner.get(`/v1/organizations/${id}`)).headers.get('etag') ?? ''
    await till.owner.patch(`/v1/organizations/${id}`, { bio: 'First' }, { 'if-match': stale })
    const { status, body } = await till.owner.patch(`/v1/organizations/${id}`, { bio: 'Second' }, { 'if-match': stale })
    expect(status).toBe(412)
    expect(body.error).toBe('PreconditionFailed')
    expect((await till.owner.get(`/v1/organizations/${id}`)).body.bio).toBe('First')
  })

  it.each([
    [{ name: null }, ['body', 'name']],
    [{ default_upfront_split_to_contributors: 101 }, ['body', 'default_upfront_split_to_contributors']],
    [{ profile_settings: { accent_color: 'red' } }, ['body', 'profile_settings', 'accent_color']],
    [{ profile_settings: { links: ['https://ok.example.com', 'nope'] } }, ['body', 'profile_settings', 'links', 1]],
  ])('422: %j', async (input, loc) => {
    const { id } = await makeOrganization(till)
    const { status, body } = await till.owner.patch(`/v1/organizations/${id}`, input)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })
})

describe('GET /v1/organizations/', () => {
  it('200: filters by slug and keeps the totals past the end', async () => {
    const { slug, id } = await makeOrganization(till)
    const found = await till.owner.get(`/v1/organizations/?slug=${slug}`)
    expect(found.body).toMatchObject({
      items: [{ id }],
      pagination: { total_count: 1, max_page: 1 },
    })
    const past = await till.owner.get(`/v1/organizations/?slug=${slug}&page=9`)
    expect(past.body).toEqual({
      items: [],
      pagination: { total_count: 1, max_page: 1 },
    })
  })

  it('422: an unknown sorting criterion, at its place', async () => {
    const { status, body } = await till.owner.get('/v1/organizations/?sorting=name&sorting=-size')
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['query', 'sorting', 1])
  })
})
