import { Refusal, ServiceUnavailable } from '../../../kernel/refusal.ts'
import { isLockTimeout, isWorthRepeating } from '../../../platform/postgres/pool.ts'

/** Between reading a key and writing, somebody else changed what the decision rests on. */
export class Stale extends Error {
  override readonly name = 'Stale'
}

const TRIES = 3

/** Reads, decides and writes again, until the decision is about what is there now. */
export async function againWhenStale<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (isLockTimeout(error)) throw tooBusy()
      if (!(error instanceof Stale) && !isWorthRepeating(error)) throw error
      if (attempt === TRIES) throw tooBusy()
    }
  }
}

const tooBusy = () =>
  new Refusal(ServiceUnavailable, {
    code: 'license_key_busy',
    detail: 'This license key is being changed right now. Try again in a moment.',
    headers: { 'retry-after': '1' },
  })
