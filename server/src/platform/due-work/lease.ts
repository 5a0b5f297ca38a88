/** Longer than calls of a processor usually take. Two who work on the same thing do no harm; they do it twice. */
const LEASE_MILLISECONDS = 60_000

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MILLISECONDS)

/** For those who look after what others have left. One that was killed over it is followed by the next one soon. */
const LOOK_MILLISECONDS = 10_000

export const lookFrom = (now: Date): Date => new Date(now.getTime() + LOOK_MILLISECONDS)

const FIRST_WAIT_MILLISECONDS = 1000
const LONGEST_WAIT_MILLISECONDS = 60_000

/** When to ask somebody again who could not say. */
export function nextLook(tries: number, now: Date, longest = LONGEST_WAIT_MILLISECONDS): Date {
  const wait = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** Math.min(tries, 20), longest)
  return new Date(now.getTime() + wait)
}
