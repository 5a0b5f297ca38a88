export { customerPortalRoutes } from './routes.ts'
