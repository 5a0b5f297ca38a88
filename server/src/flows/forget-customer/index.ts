export { detachCards } from './detach-cards.ts'
export { eraseCustomers } from './erase-customers.ts'
export { forgetCustomerRoutes } from './routes.ts'
