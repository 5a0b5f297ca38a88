import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, makeToken } from '../../../../test/support/factories.ts'
import { join, makePerson } from '../../../../test/support/member-factories.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

const ME = '/v1/users/me'

describe(`GET ${ME}`, () => {
  it('200: the owner of a new server, who has said nothing of themselves yet', async () => {
    const { status, body } = await till.owner.get(ME)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      email: null,
      name: null,
      memberships: [],
      membership_count: 0,
    })
  })

  it('200: what one may do in which organization, in the order of joining', async () => {
    const [first, second] = [await makeOrganization(till), await makeOrganization(till)]
    const person = await makePerson(till, first.id, 'read_only')
    await join(till, person, second.id, 'owner')
    const { body } = await person.client.get(ME)
    expect(body).toMatchObject({ id: person.userId, email: person.email, membership_count: 2 })
    expect(body.memberships).toEqual([
      {
        organization_id: first.id,
        organization_name: first.name,
        organization_slug: first.slug,
        role: 'read_only',
        created_at: expect.any(String),
      },
      expect.objectContaining({ organization_id: second.id, role: 'owner' }),
    ])
  })

  it('200: the first 100 organizations of somebody who has more, and how many there are', async () => {
    const person = await makePerson(till, (await makeOrganization(till)).id)
    await till.sql`
      with made as (
        insert into organizations (id, created_at, name, slug, pledge_minimum_amount, pledge_badge_show_amount,
          profile_settings, feature_settings, subscription_settings, default_currency)
        select gen_random_uuid(), now(), 'Many', 'many-' || n, 0, true, '{}', '{}', '{}', 'usd'
        from generate_series(1, 120) n returning id)
      insert into organization_members (organization_id, user_id, role, created_at)
      select id, ${person.userId}, 'admin', now() from made`
    const { body } = await person.client.get(ME)
    expect([body.memberships.length, body.membership_count]).toEqual([100, 121])
  })

  it('403: an organization’s token is nobody', async () => {
    const token = await makeToken(till, (await makeOrganization(till)).id)
    const replies = [await till.as(token).get(ME), await till.as(token).patch(ME, { name: 'Nobody' })]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([403, 'personal_token_needed']),
    )
  })
})

describe(`PATCH ${ME}`, () => {
  it('200: says who one is; absent stays, null clears', async () => {
    const person = await makePerson(till, (await makeOrganization(till)).id, 'read_only')
    const named = await person.client.patch(ME, { name: 'Ada Lovelace' })
    expect(named.status).toBe(200)
    expect(named.body).toMatchObject({ name: 'Ada Lovelace', email: person.email, modified_at: expect.any(String) })
    const cleared = await person.client.patch(ME, { email: null })
    expect(cleared.body).toMatchObject({ name: 'Ada Lovelace', email: null })
    const same = await person.client.patch(ME, { name: 'Ada Lovelace' })
    expect(same.body).toEqual(cleared.body)
  })

  it('412: when it was changed in between', async () => {
    const { client } = await makePerson(till, (await makeOrganization(till)).id)
    const stale = (await client.get(ME)).headers.get('etag') ?? ''
    await client.must(client.patch(ME, { name: 'First' }, { 'if-match': stale }))
    expect((await client.patch(ME, { name: 'Second' }, { 'if-match': stale })).status).toBe(412)
  })

  it.each([
    [{ email: 'nobody' }, ['body', 'email']],
    [{ name: '' }, ['body', 'name']],
    [{ name: 'two\nlines' }, ['body', 'name']],
  ])('422: %j', async (patch, loc) => {
    const { status, body } = await till.owner.patch(ME, patch)
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc })])
  })
})
