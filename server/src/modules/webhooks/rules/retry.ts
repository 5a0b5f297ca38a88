/** Seconds between one attempt and the next. All of them together are about three days. */
const WAITS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000]

/** Receivers that went down together should not all be asked at the same moment. */
const JITTER = 0.1

/** The longest that a receiver may ask us to wait. */
const LONGEST_SECONDS = 86_400

/** What comes after a failing event of the same object waits for it for this long. */
const PASS_MILLISECONDS = 3_600_000

/** What came of an attempt: the status of an answer, or null when there was none. */
export interface Verdict {
  readonly httpCode: number | null
  readonly retryAfter: string | null
}

export type Outcome =
  | { readonly status: 'succeeded' | 'gone' | 'failed' }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date; readonly passesAt: Date }

/** What becomes of a delivery after its attempt with this number, from 1. `random` is between 0 and 1. */
export function outcomeOf({ httpCode, retryAfter }: Verdict, number: number, now: Date, random: number): Outcome {
  if (httpCode !== null && httpCode >= 200 && httpCode < 300) return { status: 'succeeded' }
  if (httpCode === 410) return { status: 'gone' }
  const usual = WAITS[number - 1]
  if (usual === undefined) return { status: 'failed' }
  const asked = retryAfter === null ? 0 : secondsOf(retryAfter, now)
  // Never sooner than usual: who asks for a second each time would have used up all attempts in no time.
  const seconds = Math.max(asked, usual * (1 + JITTER * (2 * random - 1)))
  return {
    status: 'pending',
    nextAttemptAt: new Date(now.getTime() + seconds * 1000),
    passesAt: new Date(now.getTime() + PASS_MILLISECONDS),
  }
}

/** The header has seconds, or a date. Nonsense asks for nothing. */
function secondsOf(retryAfter: string, now: Date): number {
  const text = retryAfter.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? 0 : Math.min(seconds, LONGEST_SECONDS)
}
