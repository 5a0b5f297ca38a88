import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../../../../test/support/checkout-factories.ts'
import type { Client } from '../../../../test/support/client.ts'
import { makeOrganization, makeToken, unique } from '../../../../test/support/factories.ts'
import { mailOf, mailsOf, mailsSettled } from '../../../../test/support/mails.ts'
import { invite, makePerson, tokenIn } from '../../../../test/support/member-factories.ts'
import { openShop, type Shop } from '../../../../test/support/shop.ts'
import { startTill, type TestTill } from '../../../../test/support/till.ts'
import { MAIL_KINDS } from '../../../platform/mail/mail.ts'

const NOBODYS_ID = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'

let till: TestTill
let shop: Shop
let admin: Client
let reader: Client
let stranger: Client
beforeAll(async () => {
  till = await startTill()
  shop = await openShop(till, { email: 'team@example.com' })
  const { id } = shop.organization
  admin = (await makePerson(till, id, 'admin')).client
  reader = (await makePerson(till, id, 'read_only')).client
  stranger = (await makePerson(till, (await makeOrganization(till)).id, 'owner')).client
  await till.owner.must(till.owner.post('/v1/refunds/', { order_id: shop.order.id, amount: 100, reason: 'duplicate' }))
  await mailsSettled(till)
})
afterAll(() => till.stop())

const list = (query = '', by = till.owner) =>
  by.must(by.get(`/v1/mailbox/?organization_id=${shop.organization.id}${query}`))

describe('GET /v1/mailbox/', () => {
  it('200: what there is, the newest first, without what it says', async () => {
    const { items, pagination } = await list('&limit=100')
    expect(pagination.total_count).toBe(items.length)
    const times = items.map((mail: { created_at: string }) => mail.created_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set(items.map((mail: { kind: string }) => mail.kind))).toEqual(
      new Set(['order_receipt', 'refund_notice', 'invitation']),
    )
    for (const mail of items) expect(Object.keys(mail)).not.toContain('text')
  })

  it('200: by kind, status and address, alone and together', async () => {
    const all = (await list('&limit=100')).items
    const count = async (query: string) => (await list(query)).pagination.total_count
    const kinds = all.filter((mail: { kind: string }) => mail.kind === 'order_receipt').length
    expect(await count('&kind=order_receipt')).toBe(kinds)
    expect(await count('&kind=order_receipt&kind=refund_notice')).toBe(kinds + 1)
    const kept = all.filter((mail: { status: string }) => mail.status === 'kept').length
    expect(await count('&status=kept')).toBe(kept)
    expect(await count('&status=skipped')).toBe(all.length - kept)
    expect(await count('&status=failed')).toBe(0)
    expect(await count('&kind=order_receipt&status=kept')).toBe(kinds)
    const { email } = shop.order.customer
    const own = all.filter((mail: { to: string }) => mail.to === email).length
    expect(own).toBeGreaterThan(2)
    expect(await count(`&to=${email.toUpperCase()}`)).toBe(own)
    expect(await count(`&to=${email}&kind=refund_notice`)).toBe(1)
  })

  it('200: pages do not overlap, and one past the end knows how many there are', async () => {
    const { pagination } = await list()
    const pages = [await list('&limit=2&page=1'), await list('&limit=2&page=2')].flatMap(({ items }) => items)
    expect(new Set(pages.map(({ id }: { id: string }) => id)).size).toBe(4)
    const beyond = await list('&limit=2&page=99')
    expect([beyond.items, beyond.pagination.total_count]).toEqual([[], pagination.total_count])
  })

  it('200: nothing for strangers, and nothing but one’s own where no organization is named', async () => {
    expect(await list('', stranger)).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } })
    const own = await stranger.must(stranger.get('/v1/mailbox/'))
    expect(own.items.map((mail: { kind: string }) => mail.kind)).toEqual(['invitation'])
    expect((await admin.must(admin.get('/v1/mailbox/'))).pagination.total_count).toBe(0)
  })

  it('200: nothing of others beside one’s own, however it is asked for', async () => {
    const own = await openShop(till)
    const owner = await makePerson(till, own.organization.id, 'owner')
    await mailsSettled(till)
    const [theirs] = (await list('&kind=order_receipt')).items
    const both = `organization_id=${own.organization.id}&organization_id=${shop.organization.id}`
    for (const query of [
      both,
      `${both}&to=${theirs.to}`,
      `${both}&to=${theirs.to}&to=${owner.email}`,
      `to=${theirs.to}`,
    ]) {
      const { items } = await owner.client.must(owner.client.get(`/v1/mailbox/?${query}&limit=100`))
      for (const mail of items) expect([query, mail.organization_id]).toEqual([query, own.organization.id])
    }
    // So many that the newest mails of everybody are looked at first.
    await till.sql`
      with made as (
        insert into organizations
        select (json_populate_record(o, json_build_object('id', gen_random_uuid(), 'slug', 'of-many-' || n))).*
        from organizations o, generate_series(1, 60) n where o.id = ${own.organization.id} returning id)
      insert into organization_members (organization_id, user_id, role, created_at)
      select id, ${owner.userId}, 'admin', now() from made`
    const { items, pagination } = await owner.client.must(owner.client.get('/v1/mailbox/?limit=100'))
    expect(pagination.total_count).toBeGreaterThan(0)
    expect(items).toHaveLength(pagination.total_count)
    for (const mail of items) expect(mail.organization_id).toBe(own.organization.id)
  })

  it('403: members who are no owners, when they name the organization, also among others', async () => {
    for (const client of [admin, reader]) {
      for (const more of ['', `&organization_id=${NOBODYS_ID}`]) {
        const reply = await client.get(`/v1/mailbox/?organization_id=${shop.organization.id}${more}`)
        expect(reply).toMatchObject({ status: 403, body: { code: 'owner_needed' } })
      }
    }
  })

  it('403: an organization’s token, and one that may only read organizations', async () => {
    expect(await shop.client.get('/v1/mailbox/')).toMatchObject({
      status: 403,
      body: { code: 'personal_token_needed' },
    })
    const made = await till.owner.must(
      till.owner.post('/v1/personal-access-tokens/', { comment: 'reads', scopes: ['organizations:read'] }),
    )
    expect(await till.as(made.token).get('/v1/mailbox/')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    })
  })

  it.each(['kind=letter', 'status=lost', 'sorting=to', 'organization_id=x'])('422: %s', async (query) => {
    expect((await till.owner.get(`/v1/mailbox/?${query}`)).status).toBe(422)
  })
})

describe('GET /v1/mailbox/{id}', () => {
  it('200: with text and HTML, and an ETag', async () => {
    const { id } = await mailOf(till, shop.organization.id, 'refund_notice')
    const reply = await till.owner.get(`/v1/mailbox/${id}`)
    expect(reply.body).toMatchObject({ id, status: 'kept', text: expect.any(String), html: expect.any(String) })
    const etag = reply.headers.get('etag') ?? ''
    expect((await till.owner.get(`/v1/mailbox/${id}`, { 'if-none-match': etag })).status).toBe(304)
  })

  it('403: an admin, a reader; 404: a stranger, an unknown id', async () => {
    const { id } = await mailOf(till, shop.organization.id, 'refund_notice')
    for (const client of [admin, reader]) {
      expect(await client.get(`/v1/mailbox/${id}`)).toMatchObject({ status: 403, body: { code: 'owner_needed' } })
    }
    expect((await stranger.get(`/v1/mailbox/${id}`)).status).toBe(404)
    expect((await till.owner.get(`/v1/mailbox/${NOBODYS_ID}`)).status).toBe(404)
    expect((await till.owner.get('/v1/mailbox/x')).status).toBe(422)
  })
})

describe('POST /v1/mailbox/{id}/resend', () => {
  it('202: it goes again, with things as they are now', async () => {
    const order = await buy(till, shop.freebie.id, `again-${unique()}@example.com`)
    const about = async () =>
      (await mailsOf(till, shop.organization.id, '&kind=order_receipt')).find((mail) => mail.object_id === order.id)
    const before = await about()
    await till.owner.must(till.owner.patch(`/v1/products/${shop.freebie.id}`, { name: 'Another name' }))
    expect(await till.owner.post(`/v1/mailbox/${before.id}/resend`)).toMatchObject({
      status: 202,
      body: { status: 'waiting', sent_at: null },
    })
    const after = await about()
    expect(after.text).toContain('Another name')
    expect(after).toMatchObject({ id: before.id, status: 'kept', tries: 1 })
  })

  it('403: a mail with a link, whose link is not kept; an admin; a reader', async () => {
    const [invitation] = await mailsOf(till, shop.organization.id, '&kind=invitation')
    expect(await till.owner.post(`/v1/mailbox/${invitation.id}/resend`)).toMatchObject({
      status: 403,
      body: { code: 'mail_secret_gone' },
    })
    const refund = await mailOf(till, shop.organization.id, 'refund_notice')
    const resend = (client: Client) => client.post(`/v1/mailbox/${refund.id}/resend`)
    expect(await resend(admin)).toMatchObject({ status: 403, body: { code: 'owner_needed' } })
    expect(await resend(reader)).toMatchObject({ status: 403, body: { code: 'read_only_member' } })
    expect((await resend(stranger)).status).toBe(404)
  })

  it('412: with the version of before', async () => {
    const refund = await mailOf(till, shop.organization.id, 'refund_notice')
    expect((await till.owner.post(`/v1/mailbox/${refund.id}/resend`, undefined, { 'if-match': '"999"' })).status).toBe(
      412,
    )
  })
})

describe('POST /v1/mailbox/preview', () => {
  const preview = (fields: object, by = till.owner) =>
    by.post('/v1/mailbox/preview', { organization_id: shop.organization.id, kind: 'order_receipt', ...fields })

  it('200: the newest order, or the one that is named; nothing is sent', async () => {
    const many = (await list()).pagination.total_count
    const newest = await preview({})
    expect(newest).toMatchObject({ status: 200, body: { kind: 'order_receipt', subject: expect.any(String) } })
    const named = await preview({ object_id: shop.order.id })
    expect(named.body.text).toContain(shop.order.id)
    expect(named.body.html).toContain(shop.licenseKey.key)
    expect((await list()).pagination.total_count).toBe(many)
  })

  it('200: every kind, with real things and without a secret', async () => {
    const { token } = await invite(till, shop.organization.id)
    await makeEndpoint()
    for (const kind of MAIL_KINDS) {
      const { status, body } = await preview({ kind })
      expect([kind, status]).toEqual([kind, 200])
      expect(body.text).toContain(shop.organization.name)
      expect(body.html).toContain(shop.organization.name)
      expect(body.text + body.html).not.toContain(token)
    }
  })

  it('403: an admin, a reader, an organization’s token', async () => {
    for (const client of [admin, reader]) {
      expect(await preview({}, client)).toMatchObject({ status: 403, body: { code: 'owner_needed' } })
    }
    expect((await preview({}, till.as(await makeToken(till, shop.organization.id)))).status).toBe(403)
  })

  it.each([
    ['organization_id', { organization_id: NOBODYS_ID }],
    ['object_id', { object_id: NOBODYS_ID }],
    ['kind', { kind: 'letter' }],
  ])('422: %s', async (field, fields) => {
    const { status, body } = await preview(fields)
    expect([status, body.detail[0].loc]).toEqual([422, ['body', field]])
  })

  it('422: an organization where nothing has happened yet', async () => {
    const { id } = await makeOrganization(till)
    for (const kind of MAIL_KINDS) {
      const { status, body } = await preview({ organization_id: id, kind })
      expect([kind, status, body.detail[0].loc]).toEqual([kind, 422, ['body', 'kind']])
    }
    expect((await preview({ organization_id: shop.organization.id }, stranger)).status).toBe(422)
  })
})

async function makeEndpoint(fields: object = {}) {
  const body = { organization_id: shop.organization.id, url: 'https://hooks.example.com/in?key=k3y', format: 'raw' }
  return till.owner.must(till.owner.post('/v1/webhooks/endpoints', { ...body, events: ['order.paid'], ...fields }))
}

describe('the mail of an invitation', () => {
  it('has the very link that the answer showed, and who invites', async () => {
    const { id } = await makeOrganization(till)
    await till.owner.must(till.owner.patch('/v1/users/me', { name: 'Ada Lovelace' }))
    const made = await invite(till, id, { email: 'grace@example.com', role: 'admin' })
    const mail = await mailOf(till, id, 'invitation')
    expect(mail).toMatchObject({ to: 'grace@example.com', status: 'kept', object_id: made.id })
    expect(mail.text).toContain(made.url)
    expect(mail.html).toContain(made.url)
    expect(mail.text).toContain('Ada Lovelace invites you')
    expect(mail.text).toContain('Admin')
    const link = /http\S+#till_inv_\S+/.exec(mail.text)?.[0] ?? ''
    const accepted = await till.anonymous.post('/v1/invitations/accept', { token: tokenIn(link) })
    expect(accepted.status).toBe(200)
  })

  it('keeps the link from everybody who can read the tables', async () => {
    const { id } = await makeOrganization(till)
    const made = await invite(till, id)
    await mailOf(till, id, 'invitation')
    const rows = await till.sql`select from mails m where m::text like ${`%${made.token}%`}`
    expect(rows).toHaveLength(0)
  })
})

describe('the mail of an endpoint that was disabled', () => {
  const disable = (endpoint: { id: string }) =>
    till.sql.begin(async (sql) => {
      await sql`
        update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'failing',
          version = version + 1, modified_at = now() where id = ${endpoint.id}`
      await sql`
        insert into events (event_id, organization_id, type, object_type, object_id, object_version, data, created_at)
        select gen_random_uuid(), organization_id, 'webhook_endpoint.disabled', 'webhook_endpoint', id, version,
          jsonb_build_object('disabled_at', disabled_at, 'disabled_reason', disabled_reason), now()
        from webhook_endpoints where id = ${endpoint.id}`
    })

  it('goes to every owner who has an address, and shows no query', async () => {
    const { id } = await makeOrganization(till)
    const owners = [await makePerson(till, id, 'owner'), await makePerson(till, id, 'owner')]
    await makePerson(till, id, 'admin')
    const endpoint = await makeEndpoint({ organization_id: id })
    await disable(endpoint)
    const mails = await mailsOf(till, id, '&kind=endpoint_disabled')
    expect(mails.map((mail) => mail.to).sort()).toEqual(owners.map(({ email }) => email).sort())
    for (const mail of mails) {
      expect(mail.object_id).toBe(endpoint.id)
      expect(mail.subject).toBe('Webhooks to hooks.example.com were switched off')
      expect(mail.text).toContain('https://hooks.example.com/in\n')
      expect(mail.text + mail.html).not.toContain('k3y')
    }
  })

  it('says which endpoint it was, and leads to what explains it', async () => {
    const { id } = await makeOrganization(till, { email: 'us@example.com' })
    const endpoint = await makeEndpoint({ organization_id: id })
    await disable(endpoint)
    const { text, html } = await mailOf(till, id, 'endpoint_disabled')
    for (const part of [text, html]) {
      expect(part).toContain(endpoint.id)
      expect(part).toContain('http://till.example.com/docs#')
    }
    const anchor = /\/docs#([\w-]+)/.exec(text)?.[1]
    expect(await (await fetch(`${till.url}/docs`)).text()).toContain(`id="${anchor}"`)
  })

  it('goes to the organization’s address when no owner has one', async () => {
    const { id } = await makeOrganization(till, { email: 'us@example.com' })
    await disable(await makeEndpoint({ organization_id: id }))
    expect(await mailOf(till, id, 'endpoint_disabled')).toMatchObject({ to: 'us@example.com', status: 'kept' })
  })

  const withoutAddress = async () => {
    const { id } = await makeOrganization(till)
    await disable(await makeEndpoint({ organization_id: id }))
    const newest = async () => (await till.owner.must(till.owner.get(`/v1/mailbox/?organization_id=${id}`))).items[0]
    await expect.poll(async () => (await newest())?.trouble ?? null, { timeout: 10_000 }).not.toBe(null)
    return { id, newest }
  }

  it('waits while nobody has an address, and goes once somebody has one', async () => {
    const { id, newest } = await withoutAddress()
    const waiting = await newest()
    expect(waiting).toMatchObject({
      to: null,
      status: 'waiting',
      tries: 1,
      trouble: 'no owner has an e-mail address, and the organization has none',
      next_try_at: expect.any(String),
    })
    await till.owner.must(till.owner.patch(`/v1/organizations/${id}`, { email: 'late@example.com' }))
    await till.owner.must(till.owner.post(`/v1/mailbox/${waiting.id}/resend`))
    expect(await mailOf(till, id, 'endpoint_disabled')).toMatchObject({ to: 'late@example.com', status: 'kept' })
  })

  it('is skipped when nobody has got an address after two days', async () => {
    const { id, newest } = await withoutAddress()
    await till.sql`update mails set tries = 12, due_at = now() where organization_id = ${id}`
    await mailsSettled(till)
    expect(await newest()).toMatchObject({ to: null, status: 'skipped', trouble: expect.stringContaining('no owner') })
  })

  it('tells what happened, also after the endpoint was enabled again', async () => {
    const { id } = await makeOrganization(till, { email: 'us@example.com' })
    const endpoint = await makeEndpoint({ organization_id: id })
    await disable(endpoint)
    const first = await mailOf(till, id, 'endpoint_disabled')
    const since = /Switched off: .*/.exec(first.text)?.[0] ?? 'no time'
    await till.owner.must(till.owner.patch(`/v1/webhooks/endpoints/${endpoint.id}`, { status: 'enabled' }))
    await till.owner.must(till.owner.post(`/v1/mailbox/${first.id}/resend`))
    const again = await mailOf(till, id, 'endpoint_disabled')
    expect(again).toMatchObject({ status: 'kept', to: 'us@example.com' })
    expect(again.text).toContain(since)
    expect(again.text).toContain('enabled again')
    expect(first.text).not.toContain('It has been enabled again')
  })

  it('goes to the address that the owner has now, and to nobody who is an owner no more', async () => {
    const { id } = await makeOrganization(till)
    const owner = await makePerson(till, id, 'owner')
    await disable(await makeEndpoint({ organization_id: id }))
    const first = await mailOf(till, id, 'endpoint_disabled')
    const email = `moved-${unique()}@example.com`
    await owner.client.must(owner.client.patch('/v1/users/me', { email }))
    await till.owner.must(till.owner.post(`/v1/mailbox/${first.id}/resend`))
    expect(await mailOf(till, id, 'endpoint_disabled')).toMatchObject({ to: email, status: 'kept' })
    await till.sql`update organization_members set role = 'admin' where organization_id = ${id} and user_id in (
      select id from users where email = ${email})`
    await till.owner.must(till.owner.post(`/v1/mailbox/${first.id}/resend`))
    expect(await mailOf(till, id, 'endpoint_disabled')).toMatchObject({ status: 'skipped' })
  })
})
