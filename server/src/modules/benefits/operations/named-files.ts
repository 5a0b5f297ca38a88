import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findFiles } from '../../files/index.ts'
import type { BenefitType } from '../model.ts'
import { requireFiles } from '../rules.ts'
import type { BenefitPropertiesInput } from '../schema.ts'

/**
 * Refuses files that are not there, not complete, not for customers, or somebody else's. One that the benefit lists
 * already may stay: whoever sends a list back that they have read must not fail because a file was deleted since.
 */
export async function requireNamedFiles(
  tx: Tx,
  organizationId: string,
  type: BenefitType,
  given: BenefitPropertiesInput | null | undefined,
  listed: readonly string[] = [],
): Promise<void> {
  if (type !== 'downloadables' || !given?.files) return
  const found = await findFiles(tx, organizationId, given.files, 'downloadable')
  requireFiles(given.files, [...listed, ...found.map((file) => file.id)])
}
