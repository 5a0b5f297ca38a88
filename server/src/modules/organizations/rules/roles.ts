import type { Role } from '../../../kernel/actor.ts'

/** Who wants to change whose role; `next` is null when the member is to go. */
export interface RoleChange {
  readonly caller: Role
  readonly target: Role
  readonly next: Role | null
  readonly isSelf: boolean
  /** How many owners there are, the target among them if they are one. */
  readonly owners: number
}

export type RoleVerdict = 'allowed' | 'read_only_member' | 'owner_needed' | 'last_owner'

/** The first reason that applies: the caller's own role, then what the organization would be left with. */
export function judgeRoleChange({ caller, target, next, isSelf, owners }: RoleChange): RoleVerdict {
  const isLeaving = isSelf && next === null
  if (caller === 'read_only' && !isLeaving) return 'read_only_member'
  if (caller !== 'owner' && (target === 'owner' || next === 'owner')) return 'owner_needed'
  if (target === 'owner' && next !== 'owner' && owners <= 1) return 'last_owner'
  return 'allowed'
}

/** The roles that somebody with this role may hand out. */
export function rolesGivenBy(role: Role): readonly Role[] {
  if (role === 'owner') return ['owner', 'admin', 'read_only']
  return role === 'admin' ? ['admin', 'read_only'] : []
}
