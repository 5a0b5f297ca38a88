import { BlockList, isIP } from 'node:net'
import { parsedUrl } from '../../kernel/url.ts'

/** Hosts and networks that the operator has opened, although they are inward or have no TLS. */
export class Allowed {
  readonly #hosts = new Set<string>()
  readonly #networks = new BlockList()

  /** A comma-separated list of names, addresses and networks. Answers the entry that is none of these, if there is one. */
  static parse(text: string): Allowed | { readonly wrong: string } {
    const allowed = new Allowed()
    const entries = text.split(',').map((entry) => entry.trim())
    const wrong = entries.find((entry) => entry !== '' && !allowed.#add(entry))
    return wrong === undefined ? allowed : { wrong }
  }

  /** The host of a URL: a name, or an address with or without brackets. */
  host(name: string): boolean {
    const bare = bareHost(name)
    return isIP(bare) === 0 ? this.#hosts.has(bare) : this.address(bare)
  }

  address(address: string): boolean {
    const family = isIP(address)
    return family !== 0 && this.#networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }

  #add(entry: string): boolean {
    const [network = '', prefix, ...more] = entry.split('/')
    const family = isIP(network)
    if (family === 0) return this.#addHost(entry)
    const bits = family === 4 ? 32 : 128
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
    if (more.length > 0 || length < 0 || length > bits || network.includes('%')) return false
    this.#networks.addSubnet(network, length, family === 4 ? 'ipv4' : 'ipv6')
    return true
  }

  /** Read as a URL has it, so that other spellings of the same name are the same name. */
  #addHost(entry: string): boolean {
    const url = /[\s/?#@:\\]/.test(entry) ? null : parsedUrl(`https://${entry}/`)
    if (url === null) return false
    const bare = bareHost(url.hostname)
    // `10.1` or `0x7f000001` would be an address by now, and who writes it that way may mean something else.
    if (isIP(bare) !== 0 || !/^[\w-]+(?:\.[\w-]+)*$/.test(bare)) return false
    this.#hosts.add(bare)
    return true
  }
}

/** Without the brackets of an IPv6 address and without the dot that ends a complete name. */
export function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}
