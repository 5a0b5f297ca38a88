import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization, makeToken, unique } from '../support/factories.ts'
import { makePerson } from '../support/member-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
let sdks: ExistingSdks
const answered = nothingAnswered()
beforeAll(async () => {
  till = await startTill()
  sdks = existingSdks(till, till.ownerToken, answered)
})
afterAll(() => till.stop())

/** What all versions have in common, in words that each of them understands. */
interface Organizations {
  create(input: object): Promise<Organization>
  get(request: { id: string }): Promise<Organization>
  update(request: { id: string; organizationUpdate: object }): Promise<Organization>
  list(request: object): Promise<{ result: { items: Organization[]; pagination: object } }>
}

interface Organization {
  readonly id: string
  readonly subscriptionSettings?: object
}

const SUBSCRIPTIONS = {
  allowMultipleSubscriptions: true,
  allowCustomerUpdates: false,
  prorationBehavior: 'invoice',
}

describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  const organizations = () => sdks[version].organizations as Organizations
  const isNew = version === 'v022' || version === 'v026'
  const settings = isNew ? { subscriptionSettings: SUBSCRIPTIONS } : {}

  it('makes an organization, reads it, changes everything that it can, and lists it', async () => {
    const slug = `sdk-${unique()}`
    const made = await organizations().create({
      name: 'Northwind Audio',
      slug,
      avatarUrl: 'https://cdn.example.com/avatar.png',
      featureSettings: { issueFundingEnabled: true },
      ...settings,
    })
    expect(made).toMatchObject({
      name: 'Northwind Audio',
      slug,
      createdAt: expect.any(Date),
      modifiedAt: null,
      twitterUsername: null,
      pledgeMinimumAmount: 2000,
      featureSettings: { issueFundingEnabled: true },
      ...settings,
    })
    expect(await organizations().get({ id: made.id })).toEqual(made)
    const organizationUpdate = {
      name: 'Northwind',
      avatarUrl: null,
      defaultUpfrontSplitToContributors: 30,
      pledgeBadgeShowAmount: false,
      pledgeMinimumAmount: 1000,
      profileSettings: {
        enabled: true,
        description: 'We make tools',
        featuredProjects: [made.id],
        featuredOrganizations: [made.id],
        links: ['https://example.com/'],
        subscribe: { promote: false, showCount: false, countFree: false },
        accentColor: '#3b5bdb',
      },
      featureSettings: { issueFundingEnabled: false },
    }
    const changed = await organizations().update({ id: made.id, organizationUpdate })
    expect(changed).toMatchObject({ ...organizationUpdate, modifiedAt: expect.any(Date) })
    const { result } = await organizations().list({ slug, sorting: ['-created_at', 'name'], limit: 10 })
    expect(result).toEqual({ items: [changed], pagination: { totalCount: 1, maxPage: 1 } })
  })

  it('reads what it has no words for: a team, our own settings', async () => {
    const { id } = await makeOrganization(till, { default_currency: 'jpy' })
    const person = await makePerson(till, id, 'read_only')
    for (const token of [person.token, await makeToken(till, id)]) {
      const found = await existingSdks(till, token)[version].organizations.get({ id })
      expect(found.id).toBe(id)
    }
  })

  it('reads the refusal of a role that may only read as what it knows', async () => {
    const { id } = await makeOrganization(till)
    const { token } = await makePerson(till, id, 'read_only')
    const sdk = existingSdks(till, token)[version].organizations as Organizations
    await expect(sdk.update({ id, organizationUpdate: { name: 'Mine now' } })).rejects.toMatchObject({
      name: 'NotPermitted',
      error: 'NotPermitted',
    })
  })

  it('has made every call that it has for organizations', () => {
    expect(leftOut('organizations', version, till.till.routes, answered)).toEqual([])
  })
})
