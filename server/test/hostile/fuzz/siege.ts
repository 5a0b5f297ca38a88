import type { Route } from '../../../src/platform/http/route.ts'
import type { Tables } from '../tables.ts'
import type { Attempt, Base } from './attempt.ts'
import type { Dice } from './dice.ts'
import type { Answered, Wire } from './exchange.ts'
import { faultsOf } from './faults.ts'
import { attemptOn, sweep } from './make-attempts.ts'

/** A few at a time: quick, and no flood. */
const AT_ONCE = 8

type Exchange = readonly [Attempt, Answered]

export interface Siege {
  readonly wire: Wire
  readonly tables: Tables
}

/** Sends attempts on one operation, and answers what went wrong, in words. The tables are left as they were. */
export async function besiege(siege: Siege, route: Route, base: Base, dice: Dice, times: number): Promise<string[]> {
  const first = await siege.wire.exchange(plain(base))
  await siege.tables.restore()
  // From a request that is refused anyway, no attempt would get far.
  if (first.status !== route.spec.status) return [`${nameOf(base)} starts from what is not accepted: ${first.text}`]
  const attempts = [...sweep(base, dice), ...Array.from({ length: times }, () => attemptOn(base, dice))]
  const found: string[] = []
  for (let at = 0; at < attempts.length; at += AT_ONCE) {
    const exchanges = await send(siege, attempts.slice(at, at + AT_ONCE))
    found.push(...exchanges.flatMap(faultsIn), ...(await changesBy(siege, exchanges)))
  }
  return found
}

function send({ wire }: Siege, attempts: readonly Attempt[]): Promise<Exchange[]> {
  return Promise.all(attempts.map(async (attempt) => [attempt, await wire.exchange(attempt)] as const))
}

function faultsIn([attempt, answer]: Exchange): string[] {
  return faultsOf(answer, attempt.method).map((fault) => `${fault}\n${describe(attempt, answer)}`)
}

/**
 * A request that was refused has changed nothing. Where others of its turn were accepted, everything is put back, and
 * those that were refused are sent again by themselves: some were refused only because of the others.
 */
async function changesBy(siege: Siege, exchanges: readonly Exchange[]): Promise<string[]> {
  const refused = exchanges.filter(isRefused)
  if (refused.length < exchanges.length) {
    await siege.tables.restore()
    return changesBy(
      siege,
      await send(
        siege,
        refused.map(([attempt]) => attempt),
      ),
    )
  }
  const changed = refused.length === 0 ? [] : await siege.tables.changed()
  return changed.length === 0 ? [] : culprits(siege, refused)
}

/** One by one, to say which request it was. */
async function culprits(siege: Siege, exchanges: readonly Exchange[]): Promise<string[]> {
  const found: string[] = []
  for (const [attempt, answer] of exchanges) {
    const changed = await siege.tables.changedBy(() => siege.wire.exchange(attempt))
    if (changed.length > 0) found.push(`refused, and changes ${changed.join()}\n${describe(attempt, answer)}`)
  }
  if (found.length > 0) return found
  const attempts = exchanges.map(([attempt]) => attempt)
  const together = await siege.tables.changedBy(() => send(siege, attempts))
  return together.map((table) => `refused together, and change ${table}: ${attempts.map(({ what }) => what).join()}`)
}

/** A declined card is written down: the only refusal that leaves a trace, by design. */
function isRefused([{ method }, { status, text }]: Exchange): boolean {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
  return isRead || (status >= 400 && !text.includes('"PaymentError"'))
}

function plain({ method, path, headers, body }: Base): Attempt {
  const type = body ? { 'content-type': 'application/json' } : {}
  const bytes = body ? { body: Buffer.from(JSON.stringify(body.valid)) } : {}
  return { what: 'nothing', method, path, headers: { ...headers, ...type }, ...bytes }
}

const nameOf = ({ method, pattern }: Base): string => `${method} ${pattern}`

function describe({ what, method, path, headers, body }: Attempt, { status, text }: Answered): string {
  const lines = [`${method} ${path.slice(0, 500)}   (${what})`, JSON.stringify(headers).slice(0, 500)]
  if (body) lines.push(Buffer.from(body).toString().slice(0, 1000))
  return [...lines, `-> ${status} ${text.slice(0, 500)}`].map((line) => `  ${line}`).join('\n')
}
