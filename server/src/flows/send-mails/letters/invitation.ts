import {
  type Invitation,
  invitationState,
  type Organization,
  organizationFromJson,
  organizationJson,
} from '../../../modules/organizations/index.ts'
import type { Db, Fragment } from '../../../platform/postgres/pool.ts'
import { fromRow } from '../../../platform/postgres/rows.ts'
import type { Words } from '../words.ts'
import type { Letter } from './letter.ts'
import { GONE, type LetterNeeds, Overtaken, secretOf, type Writer, type Written } from './writer.ts'

interface Invited {
  readonly organization: Organization
  readonly invitation: Invitation
  readonly invitedBy: string | null
}

/** For a preview: only the invited person has the link. */
const SAMPLE_TOKEN = 'till_inv_...'

export const invitation: Writer = {
  async write(needs, mail) {
    const invited = await findInvited(needs.db, needs.db.sql`i.id = ${mail.objectId}`)
    if (!invited) throw new Overtaken(GONE)
    const state = invitationState(invited.invitation, new Date())
    if (state !== 'open') throw new Overtaken(`the invitation is ${state}`)
    return written(needs, invited, secretOf(mail, needs.box))
  },
  async sample(needs, organizationId, objectId) {
    const { sql } = needs.db
    const named = objectId === null ? sql`true` : sql`i.id = ${objectId}`
    const invited = await findInvited(needs.db, sql`i.organization_id = ${organizationId} and ${named}`)
    return invited && written(needs, invited, SAMPLE_TOKEN)
  },
}

async function findInvited({ sql }: Db, condition: Fragment): Promise<Invited | undefined> {
  const [row] = await sql<{ organization: object; invitation: object; invitedBy: string | null }[]>`
    select ${organizationJson(sql)} as organization, to_json(i) as invitation, u.name as invited_by
    from organization_invitations i
    join organizations o on o.id = i.organization_id
    join users u on u.id = i.invited_by_user_id
    where ${condition} order by i.created_at desc, i.id desc limit 1`
  if (!row) return undefined
  return {
    organization: organizationFromJson(row.organization),
    invitation: fromRow<Invitation>(row.invitation),
    invitedBy: row.invitedBy,
  }
}

function written({ links, words }: LetterNeeds, invited: Invited, token: string): Written {
  const { organization } = invited
  const letter = invitationLetter(invited, links.invitation(token), words)
  return { organization, letter, to: invited.invitation.email, recipientId: null, audience: 'guest' }
}

function invitationLetter({ organization, invitation: sent, invitedBy }: Invited, url: string, words: Words): Letter {
  const say = words.invitation
  const end = words.date(sent.expiresAt)
  return {
    subject: say.subject(organization.name),
    preview: say.preview(organization.name, end),
    blocks: [
      { kind: 'heading', text: say.heading(organization.name) },
      { kind: 'text', text: say.text(invitedBy, organization.name) },
      { kind: 'facts', rows: [{ label: say.role, value: say.roles[sent.role] }] },
      { kind: 'button', label: say.button, url },
      { kind: 'note', text: say.note(end) },
    ],
  }
}
