import type { PersonalActor } from '../../../kernel/actor.ts'
import { invalidField } from '../../../kernel/invalid-input.ts'
import { WRITERS } from '../letters/index.ts'
import type { LetterNeeds } from '../letters/writer.ts'
import { rendered } from '../render/index.ts'
import { onlyOwners } from './errors.ts'
import type { MailPreview, MailPreviewAsk } from './schema.ts'
import { isOwnerOf } from './store.ts'

/** The very mail that would be sent, with real things; codes and tokens of links are made up. */
export async function previewMail(needs: LetterNeeds, actor: PersonalActor, ask: MailPreviewAsk): Promise<MailPreview> {
  const { organization_id: organizationId, kind, object_id: objectId = null } = ask
  const isOwner = await isOwnerOf(needs.db, actor, organizationId)
  if (isOwner === undefined) throw invalidField('organization_id', 'There is no such organization', organizationId)
  if (!isOwner) throw onlyOwners()
  const found = await WRITERS[kind].sample(needs, organizationId, objectId)
  if (!found && objectId === null) throw invalidField('kind', 'There is nothing yet that this mail could tell of', kind)
  if (!found) throw invalidField('object_id', 'There is no such thing that this mail could tell of', objectId)
  return { kind, ...rendered(found, needs.words) }
}
