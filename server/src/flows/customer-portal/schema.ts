import { Type } from 'typebox'
import { AnyOf, PageQuery, Uuid } from '../../kernel/wire.ts'

export const OwnLicenseKeyQuery = Type.Object({ ...PageQuery, benefit_id: AnyOf(Uuid) })
