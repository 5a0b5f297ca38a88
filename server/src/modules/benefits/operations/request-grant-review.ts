import type { Tx } from '../../../platform/postgres/transaction.ts'
import { insertGrantReview, lockProductBenefits } from '../store.ts'

/**
 * To be called in the transaction that changes which benefits a product has. What its buyers get or lose is worked out
 * in the background. Purchases that are under way end before this transaction does, so that the review finds them.
 */
export async function requestGrantReview(tx: Tx, productId: string): Promise<void> {
  await lockProductBenefits(tx, productId)
  await insertGrantReview(tx, productId, new Date())
}
