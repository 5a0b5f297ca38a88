import { invalidField } from '../../../kernel/invalid-input.ts'
import { brokenConstraint } from '../../../platform/postgres/pool.ts'

/** Only the index knows for certain whether a slug is taken, so the write itself is what asks. */
export async function refuseTakenSlug(write: Promise<void>, slug: string): Promise<void> {
  try {
    await write
  } catch (error) {
    if (brokenConstraint(error) === 'custom_fields_slug_key') throw invalidField('slug', 'This slug is taken', slug)
    throw error
  }
}
