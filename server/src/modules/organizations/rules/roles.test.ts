import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../../kernel/actor.ts'
import { judgeRoleChange, type RoleChange, rolesGivenBy } from './roles.ts'

const role = fc.constantFrom(...ROLES)
const nextRole = fc.option(role, { nil: null })
/** The counts fit the roles: an owner is one of the owners. */
const change = fc
  .record({ caller: role, target: role, next: nextRole, others: fc.nat(3), isSelf: fc.boolean() })
  .map(({ caller, target, next, others, isSelf }): RoleChange => {
    const own = isSelf ? caller : target
    const owners = (own === 'owner' ? 1 : 0) + (!isSelf && caller === 'owner' ? 1 : 0) + others
    return { caller, target: own, next, isSelf, owners }
  })

const ownersAfter = ({ target, next, owners }: RoleChange) =>
  owners - (target === 'owner' ? 1 : 0) + (next === 'owner' ? 1 : 0)

describe('a change of roles', () => {
  it('never leaves an organization without an owner that had one', () => {
    fc.assert(
      fc.property(change, (wanted) => {
        fc.pre(wanted.owners > 0 && judgeRoleChange(wanted) === 'allowed')
        expect(ownersAfter(wanted)).toBeGreaterThan(0)
      }),
    )
  })

  it('is never an owner’s matter for anybody but an owner', () => {
    fc.assert(
      fc.property(change, (wanted) => {
        fc.pre(wanted.caller !== 'owner' && (wanted.target === 'owner' || wanted.next === 'owner'))
        expect(judgeRoleChange(wanted)).not.toBe('allowed')
      }),
    )
  })

  it('is nothing that a read-only member can do, except leave', () => {
    fc.assert(
      fc.property(change, (wanted) => {
        const isLeaving = wanted.isSelf && wanted.next === null
        const verdict = judgeRoleChange({ ...wanted, caller: 'read_only' })
        expect(verdict === 'read_only_member').toBe(!isLeaving)
      }),
    )
  })

  it.each<[string, Partial<RoleChange>, string]>([
    ['an admin removes an admin', { caller: 'admin', target: 'admin', next: null }, 'allowed'],
    ['an admin makes a reader an admin', { caller: 'admin', target: 'read_only', next: 'admin' }, 'allowed'],
    ['an admin makes themselves an owner', { caller: 'admin', target: 'admin', next: 'owner' }, 'owner_needed'],
    ['an admin removes an owner', { caller: 'admin', target: 'owner', next: null }, 'owner_needed'],
    ['the only owner leaves', { caller: 'owner', target: 'owner', next: null, owners: 1 }, 'last_owner'],
    ['the only owner steps down', { caller: 'owner', target: 'owner', next: 'admin', owners: 1 }, 'last_owner'],
    ['the only owner stays what they are', { caller: 'owner', target: 'owner', next: 'owner', owners: 1 }, 'allowed'],
    ['one of two owners leaves', { caller: 'owner', target: 'owner', next: null }, 'allowed'],
    ['a reader leaves', { caller: 'read_only', target: 'read_only', next: null, isSelf: true }, 'allowed'],
    ['a reader removes a reader', { caller: 'read_only', target: 'read_only', next: null }, 'read_only_member'],
  ])('%s', (_, wanted, verdict) => {
    const usual = { caller: 'owner', target: 'admin', next: 'admin', isSelf: false, owners: 2 } as const
    expect(judgeRoleChange({ ...usual, ...wanted })).toBe(verdict)
  })
})

describe('the roles that somebody can hand out', () => {
  it('are those to which they could also change a member', () => {
    for (const caller of ROLES) {
      const givable = ROLES.filter((next: Role) => {
        const wanted = { caller, target: 'read_only', next, isSelf: false, owners: 2 } as const
        return judgeRoleChange(wanted) === 'allowed'
      })
      expect(rolesGivenBy(caller)).toEqual(givable)
    }
  })
})
