import type { SMTPPoolOptions, SMTPPoolSentMessageInfo, Transporter } from 'nodemailer'
import { MailAway, type MailPort, MailRefused, type Message } from '../../../platform/mail/port.ts'
import type { SmtpSettings } from '../../../platform/mail/smtp-settings.ts'

const SECOND = 1000

/** What is other than usual in tests: how long the other side may take, and whom to believe. */
export interface SmtpPatience {
  readonly connect: number
  readonly answer: number
  readonly trusted?: { readonly ca: string; readonly servername: string }
}

const USUAL: SmtpPatience = { connect: 10 * SECOND, answer: 30 * SECOND }

/** A server that does not answer must not keep Till from stopping. */
const GRACE = 3 * SECOND

type Pool = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>

/** Connects when the first mail comes. A server that is away must not keep Till from starting. */
export function smtpMail(settings: SmtpSettings, patience = USUAL): MailPort {
  let opening: Promise<Pool> | undefined
  return {
    async send(message) {
      opening ??= openPool(settings, patience)
      const used = opening
      try {
        await inTime((await used).sendMail(partsOf(message)), patience)
        return 'sent'
      } catch (error) {
        if (error instanceof TookTooLong && opening === used) opening = undefined
        // Other mails may be on their way over its other connections.
        if (error instanceof TookTooLong) end(await used, patience.answer)
        throw problemOf(error)
      }
    },
    close() {
      void opening?.then((pool) => end(pool, GRACE))
    },
  }
}

class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The timeouts of a connection do not notice somebody who sends a byte now and then. */
async function inTime(sending: Promise<unknown>, { connect, answer }: SmtpPatience): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong()), connect + 2 * answer)
  })
  // Whatever comes of it afterwards, nobody waits for it any more.
  sending.catch(() => {})
  await Promise.race([sending, late]).finally(() => clearTimeout(timer))
}

/** What is being handed over has its chance to end. */
function end(pool: Pool, milliseconds: number): void {
  pool.close()
  setTimeout(() => pool.close({ force: true }), milliseconds).unref()
}

/** Loaded here and not at the start: most processes send no mail. */
async function openPool({ host, port, isSecure, startTls, user, password }: SmtpSettings, patience: SmtpPatience) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    host,
    port,
    secure: isSecure,
    ignoreTLS: startTls === 'off',
    requireTLS: startTls === 'required',
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.answer,
    ...(patience.trusted && { tls: patience.trusted }),
    dnsTimeout: patience.connect,
    maxConnections: 5,
    // Servers close idle connections without a word, and the next mail would find that out.
    idleTimeout: 5 * SECOND,
    // A connection that breaks while a mail is handed over may have handed it over. Whether to try again is not for here.
    maxRequeues: 0,
    // Mails are made of texts that we have. Whatever stands in them, nothing is fetched for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function partsOf({ id, from, to, replyTo, subject, text, html }: Message) {
  return {
    messageId: `<${id}>`,
    from,
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    // Asks programs that answer by themselves, such as those of people on vacation, not to.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

interface SmtpError {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

/**
 * For good only when the server refuses this recipient or this mail. A wrong password or a sender that it does not like
 * is ours to put right, so those mails wait. Of what it said only numbers stay: its words may repeat anything.
 */
function problemOf(error: unknown): Error {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError
  const numbers = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(String(response ?? ''))?.[0].replace('-', ' ')
  const words = [command, numbers ?? code].filter((word) => typeof word === 'string' && word !== '')
  const said = words.length > 0 ? words.join(': ') : 'the mail could not be handed over'
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  const isRefused = typeof responseCode === 'number' && responseCode >= 500 && isAboutMail
  // An address that cannot be one: no server was asked.
  const isFinal = isRefused || (code === 'EENVELOPE' && responseCode === undefined)
  return isFinal ? new MailRefused(said) : new MailAway(said)
}
