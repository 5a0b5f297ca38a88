import type { Organization } from '../../../modules/organizations/index.ts'
import type { Audience } from '../letters/writer.ts'
import type { Words } from '../words.ts'

/** Whose mail it is, as everybody sees it who gets one. */
export interface Brand {
  readonly name: string
  readonly logoUrl: string | null
  readonly accent: string | null
  readonly footer: readonly string[]
  readonly language: string
}

export function brandOf(organization: Organization, audience: Audience, words: Words): Brand {
  const { name, avatarUrl, profileSettings } = organization
  const replyTo = replyToOf(organization)
  return {
    name,
    logoUrl: avatarUrl,
    accent: profileSettings.accent_color,
    footer: [
      audience === 'buyer' ? words.soldBy(organization.company ?? name) : words.sentBy(name),
      ...(audience === 'team' ? [] : [replyTo === null ? words.noReply : words.replyTo(replyTo)]),
    ],
    language: words.language,
  }
}

/** Who answers when somebody replies. */
export function replyToOf({ email, mailSettings }: Organization): string | null {
  return mailSettings.reply_to ?? email
}

/** Whom a mail is from. The address is the server's: mails from another one would be taken for forged. */
export function senderNameOf({ name, mailSettings }: Organization): string {
  return mailSettings.sender_name ?? name
}
