import type { PersonalActor } from '../../../kernel/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { announceCreation } from '../../../platform/events/announce.ts'
import { brokenConstraint } from '../../../platform/postgres/pool.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { Organization } from '../model.ts'
import {
  DEFAULT_FEATURES,
  DEFAULT_MAILS,
  DEFAULT_PLEDGE_MINIMUM,
  DEFAULT_PROFILE,
  DEFAULT_SUBSCRIPTIONS,
  merge,
  slugOf,
} from '../rules/organization.ts'
import type { OrganizationCreate } from '../schema/organizations.ts'
import { insertOrganization } from '../store/organizations.ts'
import { organizationView } from '../view.ts'
import { addMember } from './add-member.ts'

/** The creator becomes the owner, so an organization's own token cannot do this. */
export async function createOrganization(
  tx: Tx,
  actor: PersonalActor,
  input: OrganizationCreate,
): Promise<Organization> {
  const organization = newOrganization(input, tx.clock.now())
  try {
    await insertOrganization(tx, organization)
  } catch (error) {
    if (brokenConstraint(error) === 'organizations_slug_key')
      throw invalidField('slug', 'This slug is taken', input.slug)
    throw error
  }
  const { id, createdAt } = organization
  const subject = { type: 'organization', id, organizationId: id, version: 1 }
  announceCreation(tx, 'organization.created', subject, organizationView(organization))
  await addMember(tx, { organizationId: id, userId: actor.userId, role: 'owner', createdAt })
  return organization
}

function newOrganization(input: OrganizationCreate, now: Date): Organization {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    name: input.name,
    slug: slugOf(input.slug),
    avatarUrl: input.avatar_url ?? null,
    bio: null,
    company: null,
    blog: null,
    location: null,
    email: input.email ?? null,
    socialUsername: null,
    pledgeMinimumAmount: DEFAULT_PLEDGE_MINIMUM,
    pledgeBadgeShowAmount: true,
    defaultUpfrontSplitToContributors: null,
    profileSettings: DEFAULT_PROFILE,
    featureSettings: merge(DEFAULT_FEATURES, input.feature_settings, DEFAULT_FEATURES),
    subscriptionSettings: merge(DEFAULT_SUBSCRIPTIONS, input.subscription_settings, DEFAULT_SUBSCRIPTIONS),
    mailSettings: merge(DEFAULT_MAILS, input.mail_settings, DEFAULT_MAILS),
    defaultCurrency: input.default_currency ?? 'usd',
    paymentsMode: 'sandbox',
  }
}
