import { Type } from 'typebox'
import { AnyOf, PageQuery, Uuid } from '../../../kernel/wire.ts'

export const OwnLicenseKeyQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  benefit_id: AnyOf(Uuid),
})
