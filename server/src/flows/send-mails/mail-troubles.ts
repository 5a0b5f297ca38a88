import type { Log } from '../../platform/log.ts'

/** Servers that refuse now and then would fill the log otherwise. */
const QUIET_MILLISECONDS = 10 * 60_000

/**
 * Tells whoever runs the server that its mail server does not work: once per kind of trouble, not once per mail, and when
 * it works again. What became of each mail is in the mailbox.
 */
export class MailTroubles {
  readonly #log: Log
  readonly #toldAt = new Map<string, number>()
  /** What was told, and has not passed since. */
  readonly #open = new Set<string>()

  constructor(log: Log) {
    this.#log = log
  }

  /** Nobody took the mail, or nobody knows. */
  away(trouble: string, mailId: string, now: Date): void {
    if (this.#open.has(trouble) || !this.#isNews(trouble, now)) return
    this.#open.add(trouble)
    this.#log.warn({ trouble, mail_id: mailId }, 'the mail server does not take mails: they wait, and are tried again')
  }

  /** One mail, or its recipient, was refused for good. Others may pass. */
  refused(trouble: string, mailId: string, now: Date): void {
    if (!this.#isNews(trouble, now)) return
    this.#log.warn({ trouble, mail_id: mailId }, 'the mail server has refused a mail for good')
  }

  /** It has taken a mail. */
  passed(): void {
    if (this.#open.size === 0) return
    this.#log.info({ after: [...this.#open] }, 'the mail server takes mails again')
    this.#open.clear()
  }

  #isNews(trouble: string, now: Date): boolean {
    const last = this.#toldAt.get(trouble)
    if (last !== undefined && now.getTime() - last < QUIET_MILLISECONDS) return false
    this.#toldAt.set(trouble, now.getTime())
    return true
  }
}
