import type { Links } from '../../../kernel/links.ts'
import { change, creation, type Subject } from '../../../platform/events/announce.ts'
import type { EventDraft } from '../../../platform/events/event.ts'
import { type BenefitGrant, type FullGrant, grantView } from '../../benefits/index.ts'
import { licenseKeyChanges, subjectOf } from '../operations/announce-license-key.ts'
import { licenseKeyView } from '../view.ts'
import type { GrantChange, HeldGrant } from './model.ts'

/** The events of these changes: first what became of the grants, then of the keys. */
export function grantEvents(changes: readonly GrantChange[], links: Links): EventDraft[] {
  return [
    ...changes.flatMap((each) => eventOfGrant(each, links)),
    ...changes.flatMap((each) => eventsOfLicenseKey(each, links)),
  ]
}

/** A grant that returns is the same one, so it is not created a second time but updated. It is revoked once. */
function eventOfGrant({ customer, before, after }: GrantChange, links: Links): EventDraft[] {
  const subject = grantSubject(after.grant)
  const is = grantView(full(after), links)
  if (before === null) return [creation('benefit_grant.created', subject, is)]
  if (before.grant === after.grant) return []
  const isRevoked = before.grant.isGranted && !after.grant.isGranted
  const type = isRevoked ? 'benefit_grant.revoked' : 'benefit_grant.updated'
  return [change(type, subject, grantView(full(before), links), is)]

  function full({ grant, benefit }: HeldGrant): FullGrant {
    return { grant, benefit, customer }
  }
}

function eventsOfLicenseKey({ customer, before, after }: GrantChange, links: Links): EventDraft[] {
  const { licenseKey } = after
  if (licenseKey === null) return []
  if (!before?.licenseKey) {
    return [creation('license_key.created', subjectOf(licenseKey), licenseKeyView(licenseKey, customer, links))]
  }
  return licenseKeyChanges({ licenseKey: before.licenseKey, customer }, licenseKey, links)
}

function grantSubject({ id, organizationId, version }: BenefitGrant): Subject {
  return { type: 'benefit_grant', id, organizationId, version }
}
