export { reviewGrants } from './review-grants.ts'
