import { StartupProblem } from '../../platform/startup-problem.ts'

const PATIENCE_MILLISECONDS = 3000

/** The first that answers. Where there is no choice, nobody is asked: a proxy may keep this question to itself. */
export async function findServer(addresses: readonly string[]): Promise<string> {
  const [only, ...others] = addresses
  if (only !== undefined && others.length === 0) return only
  for (const address of addresses) if (await isAlive(address)) return address
  throw nobodyAt(addresses)
}

export const nobodyAt = (addresses: readonly string[]) =>
  new StartupProblem(
    `No Till answers at ${addresses.join(' or ')}. Start it with npm start, or set PORT or TILL_BASE_URL to where it is.`,
  )

async function isAlive(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })).ok
  } catch {
    return false
  }
}
