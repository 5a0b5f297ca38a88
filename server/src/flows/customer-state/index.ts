export { customerStateRoutes } from './routes.ts'
