import type { Links } from '../../../kernel/links.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import type { Organization } from '../../../modules/organizations/index.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { Words } from '../words.ts'
import type { Letter } from './letter.ts'

export interface LetterNeeds {
  readonly db: Db
  readonly box: SecretBox
  readonly links: Links
  readonly words: Words
}

/** Who reads it: somebody who bought has to be told who sold, and those who are the organization need nobody to ask. */
export type Audience = 'buyer' | 'guest' | 'team'

/** A letter with whom it is from and whom it goes to, as both are at this moment. */
export interface Written {
  readonly organization: Organization
  readonly letter: Letter
  readonly to: string
  readonly recipientId: string | null
  readonly audience: Audience
}

/** Writes the letters of one kind. */
export interface Writer {
  /** What the mail says now. Throws `Overtaken` when there is nothing to say any more. */
  write(needs: LetterNeeds, mail: Mail): Promise<Written>
  /** With real things of the organization and without a secret: the one that is named, or the newest. */
  sample(needs: LetterNeeds, organizationId: string, objectId: string | null): Promise<Written | undefined>
}

/** What the mail was to tell does not hold any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
  /** It never was a mail to anybody, and leaves no trace. */
  readonly isNobodys: boolean

  constructor(reason: string, isNobodys = false) {
    super(reason)
    this.isNobodys = isNobodys
  }
}

/** There is nobody to send it to, for now: an address may still be set. */
export class Unaddressed extends Error {
  override readonly name = 'Unaddressed'
}

/** Everybody who wants to know what has become of a mail reads these. */
export const GONE = 'what it tells of is gone'
export const CUSTOMER_DELETED = 'the customer was deleted'

/** What a mail with a secret cannot do without. */
export function secretOf(mail: Mail, box: SecretBox): string {
  if (mail.secret === null) throw new Overtaken('its secret is gone')
  return box.open(mail.secret)
}
