import type { Links } from '../../kernel/links.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import { checkoutScope } from '../../modules/checkouts/index.ts'
import { customerFromJson } from '../../modules/customers/index.ts'
import { heldKeyScope, revokeGrantsById } from '../../modules/license-keys/index.ts'
import { forgetPaymentMethods } from '../../modules/payments/index.ts'
import { untilDone } from '../../platform/due-work/in-batches.ts'
import type { Transactions, Tx } from '../../platform/postgres/transaction.ts'
import { advanced, type Erasure, lockDueErasure, nextIds, type Position, type Step, saveErasure } from './erasure.ts'
import { Scrubber } from './scrub.ts'
import { type AnswerTools, scrubOwnAnswers, scrubSellersAnswers } from './scrub-answers.ts'
import { scrubEvents } from './scrub-events.ts'
import {
  scrubActivations,
  scrubCheckouts,
  scrubMails,
  scrubOrders,
  scrubRefunds,
  scrubSubscriptions,
} from './scrub-rows.ts'
import { scrubPaymentWork } from './scrub-work.ts'

export interface EraseNeeds {
  readonly links: Links
  readonly box: SecretBox
}

type EraseTools = EraseNeeds & AnswerTools

const BATCH = 100
const SOON_MILLISECONDS = 300

/**
 * Takes deleted customers out of everything that was written about them. Each batch is a transaction of its own that
 * also remembers how far it got, so it can stop anywhere, and several processes can share the work.
 */
export async function eraseCustomers(
  transactions: Transactions,
  needs: EraseNeeds,
  stop?: AbortSignal,
  now: () => Date = () => new Date(),
): Promise<void> {
  await untilDone(() => transactions.run((tx) => eraseBatch(tx, needs, now())), stop)
}

async function eraseBatch(tx: Tx, needs: EraseNeeds, now: Date): Promise<boolean> {
  const erasure = await lockDueErasure(tx, now)
  if (!erasure) return false
  const tools = { ...needs, sql: tx.sql, scrubber: new Scrubber(erasure.customerId, needs.links) }
  const reached = await work(tx, erasure, tools)
  const soon = new Date(now.getTime() + SOON_MILLISECONDS)
  await saveErasure(tx, erasure, reached === 'later' ? { ...erasure, dueAt: soon } : advanced(erasure, reached, now))
  return true
}

/** How far the batch got; `later` when some of it was not ready. */
async function work(tx: Tx, erasure: Erasure, tools: EraseTools): Promise<Position | 'end' | 'later'> {
  const { step, customerId, position } = erasure
  if (step === 'answers') return scrubSellersAnswers(tools, erasure)
  if (step === 'customer') {
    await forgetPaymentMethods(tx, customerId)
    await scrubMails(tx.sql, customerId, new Date())
    return (await scrubEvents(tx.sql, [customerId], tools.scrubber)) ? 'end' : 'later'
  }
  const ids = await nextIds(tx, step, customerId, position.id, BATCH)
  if (ids.length === 0) return 'end'
  await EMPTY[step](tx, ids, erasure, tools)
  return (await scrubEvents(tx.sql, ids, tools.scrubber)) ? { id: ids.at(-1) ?? '' } : 'later'
}

type Empty = (tx: Tx, ids: readonly string[], erasure: Erasure, tools: EraseTools) => Promise<void>

/** What has to go from the things themselves; their events are the same for all. */
const EMPTY: Readonly<Record<Exclude<Step, 'customer' | 'answers'>, Empty>> = {
  async checkouts(tx, ids, { customerId, organizationId }, tools) {
    await scrubCheckouts(tx.sql, ids, customerId, tx.clock.now(organizationId))
    await scrubPaymentWork(tx.sql, ids, customerId, tools.scrubber)
    const rows = await tx.sql<{ clientSecret: string }[]>`
      select client_secret from checkouts where id = any(${ids as string[]}::uuid[])`
    const scopes = rows.map(({ clientSecret }) => checkoutScope({ params: { client_secret: clientSecret } }))
    await scrubOwnAnswers(tools, scopes)
  },
  orders: (tx, ids) => scrubOrders(tx.sql, ids),
  refunds: (tx, ids) => scrubRefunds(tx.sql, ids),
  subscriptions: (tx, ids) => scrubSubscriptions(tx.sql, ids),
  /** Those that the deletion left, and what was granted by a transaction that knew nothing of it. */
  async benefit_grants(tx, ids, { customerId }, { links }) {
    const [row] = await tx.sql<{ customer: object }[]>`
      select to_json(c) as customer from customers c where c.id = ${customerId}`
    if (row) await revokeGrantsById(tx, ids, customerFromJson(row.customer), links)
  },
  async license_keys(tx, ids, { organizationId }, tools) {
    await scrubActivations(tx.sql, ids)
    const rows = await tx.sql<{ key: string }[]>`
      select key from license_keys where id = any(${ids as string[]}::uuid[])`
    await scrubOwnAnswers(
      tools,
      rows.map(({ key }) => heldKeyScope({ organization_id: organizationId, key })),
    )
  },
}
