import { parsedUrl } from '../../kernel/url.ts'
import { StartupProblem } from '../startup-problem.ts'

/** Where mails go, and how the way there is protected. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, and not after a greeting in the clear. */
  readonly isSecure: boolean
  /** `offered`: TLS where the server has it. `required`: no mail without. `off`: never. */
  readonly startTls: 'offered' | 'required' | 'off'
  readonly user: string | null
  readonly password: string | null
}

export interface MailSettings {
  /** Null: mails are kept, and can be read in the mailbox. */
  readonly smtp: SmtpSettings | null
  /** The address that mails come from; null while they are only kept. */
  readonly from: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

const ADDRESS = /^[^\s@<>(),:;"\\[\]]+@[^\s@<>(),:;"\\[\]]+$/

/** The text of SMTP_URL has a password in it, so no sentence repeats it. */
export function mailSettings(env: Environment): MailSettings {
  const from = senderAddress(env)
  const url = env.SMTP_URL?.trim()
  if (!url) return { smtp: null, from }
  const smtp = smtpSettings(url)
  const sender = from ?? (smtp.user !== null && ADDRESS.test(smtp.user) ? smtp.user : null)
  if (sender === null) {
    throw new StartupProblem('SMTP_FROM is needed with SMTP_URL: the address that mails come from.')
  }
  return { smtp, from: sender }
}

function senderAddress(env: Environment): string | null {
  const text = env.SMTP_FROM?.trim()
  if (!text) return null
  if (ADDRESS.test(text)) return text
  throw new StartupProblem(`SMTP_FROM should be an address such as shop@example.com, without a name; it is "${text}".`)
}

const FORM = /^smtps?:\/\//i
const TLS_WORDS = ['off', 'required', null]

function smtpSettings(text: string): SmtpSettings {
  const url = FORM.test(text) ? parsedUrl(text) : null
  const tls = url?.searchParams.get('tls') ?? null
  const user = url && decoded(url.username)
  const password = url && decoded(url.password)
  if (!url?.hostname || user === undefined || password === undefined || !TLS_WORDS.includes(tls) || isOdd(url)) {
    throw new StartupProblem(
      'SMTP_URL should look like smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start, with ?tls=off or ?tls=required at the end if you need it. Write special characters of the password as %40 and the like.',
    )
  }
  const isSecure = url.protocol.toLowerCase() === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    startTls: tls === 'off' || tls === 'required' ? tls : startTlsFor(host, password),
    user: user || null,
    password: password || null,
  }
}

/** A password must not go over a network in the clear only because somebody in between hid that the server has TLS. */
function startTlsFor(host: string, password: string | null | undefined): 'offered' | 'required' {
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return password && !isHere ? 'required' : 'offered'
}

function isOdd({ pathname, hash, searchParams }: URL): boolean {
  return !['', '/'].includes(pathname) || hash !== '' || [...searchParams.keys()].some((name) => name !== 'tls')
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
