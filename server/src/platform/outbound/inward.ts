import { BlockList, isIP } from 'node:net'

type Block = readonly [network: string, prefix: number]

/** Not globally reachable by IANA's registry of special-purpose IPv4 addresses, and what clouds tell their machines. */
const INWARD_IPV4: readonly Block[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by the customers of a provider; 100.100.100.200 tells machines about themselves
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // tells machines about themselves, although it looks public
  ['169.254.0.0', 16], // link-local; 169.254.169.254 tells machines about themselves
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocols
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays that are no more
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // measurements
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]

/** The only places where an IPv6 address can be reached by everybody: all others are reserved, local or multicast. */
const OUTWARD_IPV6: readonly Block[] = [
  ['2000::', 3], // global unicast
  ['::ffff:0:0', 96], // an IPv4 address, mapped
  ['64:ff9b::', 96], // an IPv4 address behind a translator
]

/** What is not reachable within those places, by IANA's registry of special-purpose IPv6 addresses. */
const INWARD_IPV6: readonly Block[] = [
  ['2001::', 23], // protocols, among them tunnels (Teredo) and benchmarks
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
]

/** The forms of an IPv4 address within {@link OUTWARD_IPV6}: mapped, translated, and as a network of its own (6to4). */
const FORMS: readonly ((block: Block) => Block)[] = [
  ([network, prefix]) => [`::ffff:${network}`, 96 + prefix],
  ([network, prefix]) => [`64:ff9b::${network}`, 96 + prefix],
  ([network, prefix]) => [`2002:${inHex(network)}::`, 16 + prefix],
]

function inHex(network: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = network.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const inwardIpv4 = listOf(INWARD_IPV4, 'ipv4')
const outwardIpv6 = listOf(OUTWARD_IPV6, 'ipv6')
const inwardIpv6 = listOf([...INWARD_IPV6, ...INWARD_IPV4.flatMap((block) => FORMS.map((form) => form(block)))], 'ipv6')

/**
 * Whether an address leads into the network that Till itself stands in, or to no machine that everybody could reach. What
 * is not the text of an address counts as inward.
 */
export function isInward(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return inwardIpv4.check(address, 'ipv4')
  // An address with a zone is a neighbor's, and the list would not read it.
  if (family !== 6 || address.includes('%')) return true
  return !outwardIpv6.check(address, 'ipv6') || inwardIpv6.check(address, 'ipv6')
}

function listOf(blocks: readonly Block[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family)
  return list
}
