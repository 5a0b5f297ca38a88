import { isIP } from 'node:net'
import { parsedUrl } from '../../../kernel/url.ts'
import { type Allowed, bareHost } from '../../../platform/outbound/allowed.ts'
import { isInward } from '../../../platform/outbound/inward.ts'

const LONGEST_URL = 2048
const LONGEST_HOST = 253
const LONGEST_LABEL = 63

/** The parser would take these away or turn them into something else, so that people and programs read different URLs. */
const AMBIGUOUS = /[\\\s\p{Cc}]/u

/** What stands where the port does. */
const PORT = /(?<=^[a-z]+:\/\/[^/?#]*):[^/?#:\]]+(?=[/?#]|$)/i

/** Who reads it on their own machine can help themselves. */
const MAY_BE_OPENED = '. Whoever runs this server can open hosts of their own with TILL_WEBHOOK_ALLOW'

/** Names that only the machine itself or its own network knows. */
const INWARD_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|svc)$/

/**
 * What is wrong with the URL of a webhook endpoint, or null. Names are not looked up: what they lead to can change at any
 * moment, and is checked whenever Till connects.
 */
export function problemOfUrl(text: string, allowed: Allowed): string | null {
  if (text.length > LONGEST_URL) return `URL should have at most ${LONGEST_URL} characters`
  if (AMBIGUOUS.test(text)) return 'URL should have no backslash, no space and no control character'
  const url = parsedUrl(text)
  if (url === null) return problemOfForm(text)
  if (url.href.length > LONGEST_URL) return `URL should have at most ${LONGEST_URL} characters`
  const host = bareHost(url.hostname)
  const isOpen = allowed.host(host)
  return problemOfScheme(url, isOpen) ?? problemOfLength(host) ?? (isOpen ? null : problemOfHost(host))
}

/** Of the parser's complaints, the one that can be told apart: without its port it would be a URL. */
function problemOfForm(text: string): string {
  const withoutPort = text.replace(PORT, '')
  if (withoutPort !== text && parsedUrl(withoutPort) !== null) return 'URL should have a port from 1 to 65535, or none'
  return 'URL should be absolute, such as https://example.com/hook'
}

function problemOfScheme({ protocol, username, password }: URL, isOpen: boolean): string | null {
  if (protocol === 'http:' && !isOpen) return `URL should begin with https://${MAY_BE_OPENED}`
  if (protocol !== 'https:' && protocol !== 'http:') return 'URL should begin with https://'
  if (username !== '' || password !== '') return 'URL should have no user name and no password'
  return null
}

function problemOfLength(host: string): string | null {
  if (host.length > LONGEST_HOST) return `Host should have at most ${LONGEST_HOST} characters`
  if (isIP(host) !== 0) return null
  const labels = host.split('.')
  if (labels.includes('')) return 'Host should have no empty part between two dots'
  if (labels.some((label) => label.length > LONGEST_LABEL))
    return `Each part of the host should have at most ${LONGEST_LABEL} characters`
  return null
}

function problemOfHost(host: string): string | null {
  const problem = problemOfReach(host)
  return problem && problem + MAY_BE_OPENED
}

function problemOfReach(host: string): string | null {
  if (isIP(host) !== 0) return isInward(host) ? 'Host should be an address that is reachable from the internet' : null
  if (!host.includes('.')) return 'Host should be a complete name, with a dot'
  return INWARD_NAMES.test(host) ? 'Host should be a name that is known on the internet' : null
}
