export { requireTaxId, taxIdOf } from './tax-ids.ts'
