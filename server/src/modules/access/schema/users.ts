import { type Static, Type } from 'typebox'
import { ROLES } from '../../../kernel/actor.ts'
import { Email, Line, Maybe, Nullable, named, OneOf, Timestamp, Uuid } from '../../../kernel/wire.ts'

/** Enough for people; whoever runs a server for thousands finds all of them under `GET /v1/organizations/`. */
export const SHOWN_MEMBERSHIPS = 100

const Membership = named(
  'Membership',
  Type.Object({
    organization_id: Uuid,
    organization_name: Type.String({ examples: ['Northwind Audio'] }),
    organization_slug: Type.String({ examples: ['northwind-audio'] }),
    role: OneOf(ROLES),
    created_at: Timestamp,
  }),
)

export const Me = named(
  'Me',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    modified_at: Nullable(Timestamp),
    email: Nullable(Type.String({ description: 'As it was given. Nobody has checked it.' })),
    name: Nullable(Type.String()),
    memberships: Type.Array(Membership, { description: `The first ${SHOWN_MEMBERSHIPS}, in the order of joining.` }),
    membership_count: Type.Integer(),
  }),
)
export type Me = Static<typeof Me>

export const MeUpdate = named(
  'MeUpdate',
  Type.Object({ name: Maybe(Line({ examples: ['Ada Lovelace'] })), email: Maybe(Email) }),
)
export type MeUpdate = Static<typeof MeUpdate>
