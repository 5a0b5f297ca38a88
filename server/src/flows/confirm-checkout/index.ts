export { confirmCheckoutRoutes } from './routes.ts'
