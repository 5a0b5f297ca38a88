export { bearerToken } from './bearer.ts'
export { owningOrganization, visibleOrganizations, visibleTo } from './door.ts'
export { invalidToken } from './errors.ts'
export { authenticate } from './operations/authenticate.ts'
export {
  createPersonalAccessToken,
  findOrCreateOwner,
  revokePersonalAccessToken,
} from './operations/create-owner.ts'
export { accessRoutes } from './routes.ts'
export { TokenUse } from './token-use.ts'
