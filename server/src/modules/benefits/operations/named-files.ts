import type { Actor } from '../../../kernel/actor.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { findFiles, holdFiles } from '../../files/index.ts'
import type { BenefitType } from '../model.ts'
import { requireFiles } from '../rules.ts'
import type { BenefitPropertiesInput } from '../schema.ts'

type Given = BenefitPropertiesInput | null | undefined

/** Before the benefit is locked: none of the files that a body names is deleted from here on. */
export async function holdNamedFiles(tx: Tx, actor: Actor, given: Given): Promise<void> {
  await holdFiles(tx, actor, given?.files ?? [])
}

/** Refuses files that are not there, not complete, not for customers, or somebody else's. */
export async function requireNamedFiles(
  tx: Tx,
  organizationId: string,
  type: BenefitType,
  given: Given,
): Promise<void> {
  if (type !== 'downloadables' || !given?.files) return
  const found = await findFiles(tx, organizationId, given.files, 'downloadable')
  requireFiles(
    given.files,
    found.map((file) => file.id),
  )
}
