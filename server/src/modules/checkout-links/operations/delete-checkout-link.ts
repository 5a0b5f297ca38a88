import type { Actor } from '../../../kernel/actor.ts'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { announceDeletion } from '../../../platform/events/announce.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { lockCheckoutLink, removeCheckoutLink } from '../store.ts'
import { checkoutLinkView } from '../view.ts'
import { subjectOf } from './subject.ts'

/** Checkouts that it has made go on: they are sessions of their own. */
export async function deleteCheckoutLink(tx: Tx, actor: Actor, id: string, links: Links): Promise<void> {
  const full = await lockCheckoutLink(tx, actor, id)
  if (!full) throw new Refusal(ResourceNotFound)
  const { link } = full
  tx.requireMatch(link)
  await removeCheckoutLink(tx, link.id)
  const subject = { ...subjectOf(link), version: link.version + 1 }
  announceDeletion(tx, 'checkout_link.deleted', subject, checkoutLinkView(full, links))
}
