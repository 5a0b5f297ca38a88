import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Allowed } from './allowed.ts'
import { codeOf, OutboundFailure } from './failure.ts'
import { isInward } from './inward.ts'

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

const TRY_MILLISECONDS = 1500
const TRIES = 2

/**
 * Asks name servers without the system's help. That would take a thread for as long as a server is silent, and there are
 * four of them for the whole process: four such names, and nobody else would be looked up, nor any file be read. The
 * servers are read from the system's settings each time, because a machine may move to another network.
 */
export async function askNameServers(name: string, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: TRY_MILLISECONDS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const refused = answers.find((answer) => answer.status === 'rejected')
  if (addresses.length === 0 && refused) throw refused.reason
  return addresses
}

/** Names that the operator has opened may be known to this machine alone. */
async function askSystem(name: string): Promise<readonly string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address)
}

/**
 * Stands where the system looks up a name in order to connect, so that exactly the addresses that were checked are used.
 * A look-up of its own before that could get another answer. One inward address among several is enough to refuse: who
 * controls the name decides which one is tried.
 */
export function guardedLookup(allowed: Allowed, resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    addressesOf(hostname, allowed, resolve).then(
      ([first = '', ...others]) =>
        all
          ? callback(
              null,
              [first, ...others].map((address) => ({ address, family: isIP(address) })),
            )
          : callback(null, first, isIP(first)),
      (error: OutboundFailure) => callback(error, ''),
    )
  }
}

async function addressesOf(name: string, allowed: Allowed, resolve: Resolve): Promise<readonly string[]> {
  const isOpen = allowed.host(name)
  const addresses = await (isOpen ? askSystem(name) : resolve(name)).catch((error: unknown) => {
    throw new OutboundFailure('dns', codeOf(error))
  })
  if (addresses.length === 0) throw new OutboundFailure('dns')
  if (!isOpen && addresses.some((address) => isInward(address) && !allowed.address(address)))
    throw new OutboundFailure('inward')
  return addresses
}
