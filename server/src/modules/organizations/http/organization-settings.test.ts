import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, unique } from '../../../../test/support/factories.ts'
import { membersOf } from '../../../../test/support/member-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { newId } from '../../../kernel/ids.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const pathOf = ({ id }: { id: string }) => `/v1/organizations/${id}`

describe('POST /v1/organizations/', () => {
  it('201: takes everything that can be said at the beginning', async () => {
    const slug = `whole-${unique()}`
    const said = {
      name: 'Whole Shop',
      avatar_url: 'https://cdn.example.com/avatar.png',
      email: 'hello@example.com',
      feature_settings: { issue_funding_enabled: true },
      subscription_settings: {
        allow_multiple_subscriptions: true,
        allow_customer_updates: false,
        proration_behavior: 'invoice',
      },
      default_currency: 'jpy',
    }
    const { status, body } = await till.owner.post('/v1/organizations/', { ...said, slug: slug.toUpperCase() })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...said, slug })
  })

  it('201: null is the same as left out', async () => {
    const nothing = { avatar_url: null, email: null, feature_settings: null, subscription_settings: null }
    const made = await makeOrganization(till, { ...nothing, default_currency: null })
    expect(made).toMatchObject({
      avatar_url: null,
      email: null,
      feature_settings: { issue_funding_enabled: false },
      subscription_settings: {
        allow_multiple_subscriptions: false,
        allow_customer_updates: true,
        proration_behavior: 'prorate',
      },
      default_currency: 'usd',
    })
  })

  it('201: the creator becomes its owner, and nobody else belongs to it', async () => {
    const { id } = await makeOrganization(till)
    const me = await till.owner.must(till.owner.get('/v1/users/me'))
    const { items } = await till.owner.must(till.owner.get(membersOf(id)))
    expect(items).toMatchObject([{ user_id: me.id, role: 'owner' }])
  })

  it.each([
    [{ avatar_url: 'nowhere' }, ['body', 'avatar_url']],
    [{ avatar_url: 'javascript:alert(1)' }, ['body', 'avatar_url']],
    [{ email: 'nobody' }, ['body', 'email']],
    [{ feature_settings: { issue_funding_enabled: 1 } }, ['body', 'feature_settings', 'issue_funding_enabled']],
    [
      { subscription_settings: { proration_behavior: 'never' } },
      ['body', 'subscription_settings', 'proration_behavior'],
    ],
    [{ default_currency: 'xyz' }, ['body', 'default_currency']],
  ])('422: %j', async (fields, loc) => {
    const { status, body } = await till.owner.post('/v1/organizations/', {
      ...{ name: 'Wrong', slug: `wrong-${unique()}` },
      ...fields,
    })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })
})

describe('PATCH /v1/organizations/{id}', () => {
  /** Each field that can change, with a value that it does not begin with. */
  const CHANGES: Readonly<Record<string, unknown>> = {
    name: 'Renamed',
    avatar_url: 'https://cdn.example.com/other.png',
    bio: 'We record at home.',
    company: 'Northwind Ltd',
    blog: 'https://blog.example.com',
    location: 'Portland',
    email: 'other@example.com',
    social_username: 'northwind',
    pledge_minimum_amount: 500,
    pledge_badge_show_amount: false,
    default_upfront_split_to_contributors: 40,
    default_currency: 'eur',
  }

  it.each(Object.entries(CHANGES))('200: %s', async (field, value) => {
    const made = await makeOrganization(till)
    const { status, body } = await till.owner.patch(pathOf(made), { [field]: value })
    expect(status).toBe(200)
    const also = field === 'social_username' ? { twitter_username: value } : {}
    expect(body).toEqual({ ...made, [field]: value, ...also, modified_at: expect.any(String) })
    expect((await till.owner.get(pathOf(made))).body).toEqual(body)
  })

  it.each(
    ['avatar_url', 'bio', 'company', 'blog', 'location', 'email', 'social_username'].concat(
      'default_upfront_split_to_contributors',
    ),
  )('200: null clears %s', async (field) => {
    const made = await makeOrganization(till)
    await till.owner.must(till.owner.patch(pathOf(made), { [field]: CHANGES[field] }))
    const { status, body } = await till.owner.patch(pathOf(made), { [field]: null })
    expect([status, body[field]]).toEqual([200, null])
  })

  it('200: the name that existing clients have for social_username', async () => {
    const made = await makeOrganization(till)
    const { body } = await till.owner.patch(pathOf(made), { twitter_username: 'old-name' })
    expect(body).toMatchObject({ twitter_username: 'old-name', social_username: 'old-name' })
  })

  it('200: settings are merged key by key, also inside; null brings a key back, or all of them', async () => {
    const made = await makeOrganization(till)
    const featured = newId()
    const change = (settings: object) => till.owner.must(till.owner.patch(pathOf(made), settings))
    await change({
      profile_settings: {
        enabled: false,
        description: 'x'.repeat(160),
        featured_projects: [featured],
        featured_organizations: [featured],
        links: ['https://example.com/a', 'http://example.com/b'],
        subscribe: { promote: false },
        accent_color: '#A1b2C3',
      },
      feature_settings: { issue_funding_enabled: true },
      subscription_settings: { proration_behavior: 'invoice' },
    })
    const body = await change({
      profile_settings: { description: null, subscribe: { show_count: false } },
      subscription_settings: { allow_customer_updates: false },
    })
    expect(body.profile_settings).toEqual({
      enabled: false,
      description: null,
      featured_projects: [featured],
      featured_organizations: [featured],
      links: ['https://example.com/a', 'http://example.com/b'],
      subscribe: { promote: false, show_count: false, count_free: true },
      accent_color: '#A1b2C3',
    })
    expect(body.feature_settings).toEqual({ issue_funding_enabled: true })
    expect(body.subscription_settings).toEqual({
      allow_multiple_subscriptions: false,
      allow_customer_updates: false,
      proration_behavior: 'invoice',
    })
    const reset = await change({ profile_settings: null, feature_settings: null, subscription_settings: null })
    expect(reset).toEqual({ ...made, modified_at: expect.any(String) })
  })

  it('200: what nobody may set stays as it is', async () => {
    const made = await makeOrganization(till)
    const tried = { id: newId(), slug: 'another-one', created_at: '2020-01-01T00:00:00.000Z' }
    const { status, body } = await till.owner.patch(pathOf(made), tried)
    expect([status, body]).toEqual([200, made])
  })

  it.each([
    [{ name: 'ab' }, ['body', 'name']],
    [{ default_currency: null }, ['body', 'default_currency']],
    [{ pledge_minimum_amount: -1 }, ['body', 'pledge_minimum_amount']],
    [{ pledge_minimum_amount: null }, ['body', 'pledge_minimum_amount']],
    [{ pledge_badge_show_amount: 'yes' }, ['body', 'pledge_badge_show_amount']],
    [{ default_upfront_split_to_contributors: -1 }, ['body', 'default_upfront_split_to_contributors']],
    [{ default_upfront_split_to_contributors: 50.5 }, ['body', 'default_upfront_split_to_contributors']],
    [{ profile_settings: { description: 'x'.repeat(161) } }, ['body', 'profile_settings', 'description']],
    [{ profile_settings: { accent_color: '#12345' } }, ['body', 'profile_settings', 'accent_color']],
    [{ profile_settings: { featured_projects: ['x'] } }, ['body', 'profile_settings', 'featured_projects', 0]],
    [{ profile_settings: { subscribe: { promote: 1 } } }, ['body', 'profile_settings', 'subscribe', 'promote']],
  ])('422: %j', async (fields, loc) => {
    const made = await makeOrganization(till)
    const { status, body } = await till.owner.patch(pathOf(made), fields)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
    expect((await till.owner.get(pathOf(made))).body).toEqual(made)
  })
})

describe('GET /v1/organizations/', () => {
  it('200: sorts by name and by creation, both ways, and filters by several slugs', async () => {
    const names = ['Birch', 'Aspen', 'Cedar']
    const made = []
    for (const name of names) made.push(await makeOrganization(till, { name }))
    const slugs = made.map(({ slug }) => `slug=${slug.toUpperCase()}`).join('&')
    const namesBy = async (sorting: string) => {
      const { items } = await till.owner.must(till.owner.get(`/v1/organizations/?${slugs}&sorting=${sorting}`))
      return items.map((item: { name: string }) => item.name)
    }
    expect(await namesBy('name')).toEqual(['Aspen', 'Birch', 'Cedar'])
    expect(await namesBy('-name')).toEqual(['Cedar', 'Birch', 'Aspen'])
    expect(await namesBy('created_at')).toEqual(names)
    expect(await namesBy('-created_at')).toEqual([...names].reverse())
  })
})
