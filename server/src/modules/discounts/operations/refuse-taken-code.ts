import { invalidField } from '../../../kernel/invalid-input.ts'
import { brokenConstraint } from '../../../platform/postgres/pool.ts'

/** Only the index knows for certain whether a code is taken, so the write itself is what asks. */
export async function refuseTakenCode(write: Promise<void>, code: string | null): Promise<void> {
  try {
    await write
  } catch (error) {
    if (brokenConstraint(error) === 'discounts_code_key') throw invalidField('code', 'This code is taken', code)
    throw error
  }
}
