export {
  changeGrants,
  entitleKeys,
  type GrantChange,
  type Granted,
  grantEvents,
  grantRows,
  grantsFor,
  type HeldGrant,
  type Holder,
  heldGrantFromJson,
  heldGrantsJson,
  reconcile,
  revokedButInUse,
  revokeGrants,
  revokeGrantsById,
  revokeKeysInUse,
  revokeOrderGrants,
} from './granting/index.ts'
export { heldKeyScope } from './held-key-scope.ts'
export { Stale } from './operations/again-when-stale.ts'
export { licenseKeyRoutes } from './routes/index.ts'
export { LicenseKeyList, LicenseKeyWithActivations } from './schema.ts'
export { findLicenseKeyWhere, LICENSE_KEY_CRITERIA, listLicenseKeysWhere } from './store.ts'
export { activationBaseView, licenseKeyView } from './view.ts'
