export { downloadByteRoutes } from './downloadables/byte-routes.ts'
export { customerPortalRoutes } from './routes.ts'
