import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import type { Benefit } from '../../benefits/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { GrantChange, HeldGrant, Holder } from './model.ts'
import { reconcile } from './reconcile.ts'

const NOW = new Date('2026-01-31T09:30:00.000Z')
const LATER = new Date('2026-03-01T00:00:00.000Z')

function benefit(type: Benefit['type']): Benefit {
  return {
    id: newId(),
    createdAt: NOW,
    modifiedAt: null,
    version: 1,
    organizationId: 'org',
    type,
    description: 'Benefit',
    selectable: true,
    deletable: true,
    properties:
      type === 'license_keys'
        ? { prefix: null, expires: null, activations: null, limit_usage: null }
        : type === 'downloadables'
          ? { files: [], archived: {} }
          : { note: null },
    isTaxApplicable: true,
    deletedAt: null,
  }
}

const [note, key, files] = [benefit('custom'), benefit('license_keys'), benefit('downloadables')]
const ALL = [note, key, files]

const nobody: Holder = {
  source: { orderId: null, subscriptionId: 'subscription' },
  customer: { id: 'customer', organizationId: 'org' } as Customer,
  paymentsMode: 'sandbox',
  entitledUntil: null,
  held: [],
}

/** The holder once these changes are written. */
function after(holder: Holder, changes: readonly GrantChange[]): Holder {
  const byId = new Map(holder.held.map((held) => [held.grant.id, held]))
  for (const change of changes) byId.set(change.after.grant.id, change.after)
  return { ...holder, held: [...byId.values()] }
}

const give = (holder: Holder, benefits: readonly Benefit[], now = NOW) =>
  after(holder, reconcile(holder, benefits, now))
const grantedTo = (holder: Holder) =>
  holder.held.filter(({ grant }) => grant.isGranted).map(({ grant }) => grant.benefitId)
const keyOf = (holder: Holder) => holder.held.find(({ licenseKey }) => licenseKey)?.licenseKey
const withKey = (holder: Holder, changes: Partial<NonNullable<HeldGrant['licenseKey']>>): Holder => ({
  ...holder,
  held: holder.held.map((held) =>
    held.licenseKey ? { ...held, licenseKey: { ...held.licenseKey, ...changes } } : held,
  ),
})

describe('reconcile', () => {
  it('grants what is missing, with a key where the benefit gives one', () => {
    const holder = give(nobody, ALL)
    expect(grantedTo(holder)).toEqual(ALL.map(({ id }) => id))
    expect(keyOf(holder)).toMatchObject({ status: 'granted', benefitId: key.id, customerId: 'customer' })
    expect(holder.held.map(({ grant }) => Object.keys(grant.properties))).toEqual([
      [],
      ['license_key_id', 'display_key'],
      [],
    ])
  })

  it('takes back what is not wanted, and gives the same grant and the same key back', () => {
    const holder = give(nobody, ALL)
    const without = give(holder, [note, files], LATER)
    expect(grantedTo(without)).toEqual([note.id, files.id])
    expect(keyOf(without)).toMatchObject({ status: 'revoked', returningStatus: 'granted', version: 2 })
    const again = give(without, ALL, LATER)
    expect(again.held.map(({ grant }) => grant.id)).toEqual(holder.held.map(({ grant }) => grant.id))
    expect(keyOf(again)).toEqual({ ...keyOf(holder), modifiedAt: LATER, version: 3 })
    expect(again.held[1]?.grant).toMatchObject({ isGranted: true, grantedAt: LATER, revokedAt: null, version: 3 })
  })

  it('a key that the seller disabled is disabled again, and one that the seller revoked stays revoked', () => {
    const holder = give(nobody, [key])
    const back = (given: Holder) => keyOf(give(give(given, []), [key]))
    expect(back(withKey(holder, { status: 'disabled' }))).toMatchObject({ status: 'disabled', returningStatus: null })
    expect(back(withKey(holder, { status: 'revoked' }))).toMatchObject({ status: 'revoked', version: 1 })
    const decided = withKey(give(holder, []), { status: 'granted', returningStatus: null })
    expect(keyOf(give(decided, [key]))).toMatchObject({ status: 'granted' })
  })

  it('lets keys last as long as the holder is entitled', () => {
    const holder = give(nobody, [key])
    const until = { ...holder, entitledUntil: LATER }
    expect(keyOf(give(until, [key]))?.entitledUntil).toEqual(LATER)
    expect(keyOf(give({ ...give(until, [key]), entitledUntil: null }, [key]))?.entitledUntil).toBeNull()
    expect(keyOf(give({ ...nobody, entitledUntil: LATER }, [key]))?.entitledUntil).toEqual(LATER)
  })

  it('another end of the entitlement alone is written, but is no new version of the key', () => {
    const holder = give(nobody, [key])
    const [change] = reconcile({ ...holder, entitledUntil: LATER }, [key], LATER)
    expect(change?.after.licenseKey).toEqual({ ...keyOf(holder), entitledUntil: LATER })
    expect(change?.after.grant).toBe(change?.before?.grant)
  })

  it('ends with exactly what is wanted, and doing it twice changes nothing, whatever came before', () => {
    const lists = fc.array(fc.subarray(ALL), { maxLength: 6 })
    fc.assert(
      fc.property(lists, fc.subarray(ALL), (earlier, wanted) => {
        const before = earlier.reduce((holder, list) => give(holder, list), nobody)
        const holder = give(before, wanted)
        expect(new Set(grantedTo(holder))).toEqual(new Set(wanted.map(({ id }) => id)))
        expect(reconcile(holder, wanted, LATER)).toEqual([])
        expect(new Set(holder.held.map(({ grant }) => grant.benefitId)).size).toBe(holder.held.length)
        const isKeyWanted = wanted.includes(key)
        expect([undefined, isKeyWanted ? 'granted' : 'revoked']).toContain(keyOf(holder)?.status)
      }),
    )
  })
})
