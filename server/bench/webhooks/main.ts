import type { ChildProcess } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Sql } from '../../src/platform/postgres/pool.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'
import type { Check } from '../checks.ts'
import type { Measured, Task } from '../load/plan.ts'
import { attach, loneTill } from '../lone-till.ts'
import { type Cleanup, freePort, nextMessage, startHelper } from '../processes.ts'
import type { Programs } from '../programs.ts'
import { checksText, machineOf, machineText } from '../report.ts'
import { Api } from '../seed/api.ts'
import { type Catalog, makeCatalog } from '../seed/catalog.ts'
import { type Spread, spreadOf } from '../spread.ts'
import { startTill } from '../till.ts'
import { bareLoop, bareTimes } from './bare-loop.ts'
import type { Received } from './receiver.ts'

export const WEBHOOKS_USAGE = `npm run bench -- --webhooks [OPTIONS]

  --rounds N         how often each rate is measured (5)
  --seconds N        how long purchases are made in each round (3)
  --queue N          events in the queue whose delivery is timed (10000)
`

const FLAGS = {
  webhooks: { type: 'boolean' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  queue: { type: 'string', default: '10000' },
} as const

/** As many as Till has in flight to one endpoint. */
const AT_ONCE = 20
const SINGLE = 200
const BUYERS = 8
const SOLD = ['checkout.created', 'checkout.updated', 'customer.created', 'order.created', 'order.paid']
const GRANTED = ['benefit_grant.created', 'license_key.created']
const MOST_MILLISECONDS = 100

type Say = (line: string) => void

interface Bench {
  readonly api: Api
  readonly sql: Sql
  readonly catalog: Catalog
  readonly port: number
  readonly receiver: ChildProcess
  readonly receiverPort: number
  readonly generator: ChildProcess
  readonly rounds: number
  readonly seconds: number
  readonly queue: number
}

/** From the commit to the receiver: how soon, how many, and what purchases pay for it. */
export async function benchWebhooks(
  args: readonly string[],
  programs: Programs,
  cleanup: Cleanup,
  print: Say,
  say: Say,
): Promise<number> {
  const load = loadavg()[0] ?? 0
  const bench = await open(optionsOf(args), programs, cleanup)
  say(`One event at a time, ${SINGLE} times`)
  const [single, first] = await timeSingles(bench)
  say(`A queue of ${bench.queue.toLocaleString('en-US')} events, ${bench.rounds} times`)
  const rates = await rateOfQueues(bench)
  say(`Purchases with three endpoints and with none, ${bench.rounds} times`)
  const purchases = await comparePurchases(bench)
  const [version] = await bench.sql<{ version: string }[]>`select current_setting('server_version') as version`
  print(
    `\n${machineText(machineOf(version?.version ?? '', load))}\n\n${[single, rates, purchases].join('\n\n')}\n\n${checksText([first])}`,
  )
  return first.passed ? 0 : 1
}

function optionsOf(args: readonly string[]) {
  try {
    const { rounds, seconds, queue } = parseArgs({ args: [...args], options: FLAGS }).values
    return { rounds: Number(rounds), seconds: Number(seconds), queue: Number(queue) }
  } catch (error) {
    throw new StartupProblem(`${(error as Error).message}\n\n${WEBHOOKS_USAGE}`)
  }
}

async function open(options: ReturnType<typeof optionsOf>, programs: Programs, cleanup: Cleanup): Promise<Bench> {
  const lone = await loneTill(programs, cleanup)
  const till = await startTill({ ...lone, env: { TILL_WEBHOOK_ALLOW: '127.0.0.1' } }, cleanup)
  const receiverPort = await freePort()
  const receiver = startHelper(programs.receiver, { PORT: String(receiverPort) }, cleanup)
  await nextMessage(receiver)
  const generator = startHelper(programs.generator, {}, cleanup)
  const api = new Api(till.port, lone.adminToken)
  const sql = await attach(lone.dataDir, cleanup)
  return { ...options, api, sql, catalog: await makeCatalog(api), port: till.port, receiver, receiverPort, generator }
}

async function received({ receiver }: Bench): Promise<Received> {
  receiver.send('tell')
  return nextMessage<Received>(receiver)
}

async function makeEndpoint({ api, catalog, receiverPort }: Bench, events: readonly string[]): Promise<string> {
  const url = `http://127.0.0.1:${receiverPort}/hook`
  const { id } = await api.post('/v1/webhooks/endpoints', { organization_id: catalog.organizationId, url, events })
  return id
}

/** As a seller would delete it, at once. */
const forgetEndpoints = ({ sql }: Bench) =>
  sql`update webhook_endpoints set deleted_at = now() where deleted_at is null`

/** From the moment in which a request is sent: its commit comes later, so this is more than what is promised. */
async function timeSingles(bench: Bench): Promise<[string, Check]> {
  await makeEndpoint(bench, ['product.created'])
  const sent = new Map<string, number>()
  const arrived = new Map<string, number>()
  const answers: number[] = []
  for (let n = 0; n < SINGLE; n += 1) {
    const begun = performance.timeOrigin + performance.now()
    const { id } = await bench.api.post('/v1/products/', {
      organization_id: bench.catalog.organizationId,
      name: `Plug-in ${n}`,
      prices: [{ amount_type: 'free' }],
    })
    answers.push(performance.timeOrigin + performance.now() - begun)
    sent.set(id, begun)
    await sleep(20)
  }
  await untilSent(bench)
  for (const [id, at] of (await received(bench)).arrivals) arrived.set(id, at)
  const events = await bench.sql<{ objectId: string; eventId: string; body: string }[]>`
    select object_id, event_id, data::text as body from events where type = 'product.created'`
  const times = events.flatMap(({ objectId, eventId }) => {
    const [begun, at] = [sent.get(objectId), arrived.get(eventId)]
    return begun !== undefined && at !== undefined ? [at - begun] : []
  })
  const floor = await bareTimes(bench.receiverPort, events[0]?.body ?? '', SINGLE)
  await received(bench)
  await forgetEndpoints(bench)
  const text = [
    `One event at a time: from the request that causes it to the receiver ${quantiles(times)}`,
    `  the request itself, until it is answered ${quantiles(answers)}`,
    `  http.request to the same receiver, there and back ${quantiles(floor)}`,
  ].join('\n')
  const worst = quantile(times, 0.99)
  const passed = times.length === SINGLE && worst < MOST_MILLISECONDS
  const what = `from the request to the receiver, 99 of 100: below ${MOST_MILLISECONDS} ms`
  return [text, { what, found: `${worst.toFixed(1)} ms, ${times.length} of ${SINGLE} arrived`, passed }]
}

async function rateOfQueues(bench: Bench): Promise<string> {
  const { sql, catalog, queue, receiverPort } = bench
  const [tills, floors]: [number[], number[]] = [[], []]
  const [event] = await sql<{ body: string }[]>`
    select to_json(e)::text as body from events e where type = 'product.created' limit 1`
  for (let round = 0; round < bench.rounds; round += 1) {
    const id = await makeEndpoint(bench, ['product.updated'])
    await sql`update webhook_endpoints set status = 'paused' where id = ${id}`
    await sql`
      insert into events (event_id, organization_id, type, object_type, object_id, object_version, data, created_at)
      select gen_random_uuid(), ${catalog.organizationId}, 'product.updated', 'product', gen_random_uuid(), 2, e.data, now()
      from (select data from events where type = 'product.created' limit 1) e, generate_series(1, ${queue}::int)`
    while ((await sql`select from webhook_deliveries where endpoint_id = ${id} limit ${queue}`).length < queue)
      await sleep(50)
    const since = performance.now()
    await sql`update webhook_endpoints set status = 'enabled' where id = ${id}`
    await untilSent(bench)
    tills.push(queue / ((performance.now() - since) / 1000))
    await received(bench)
    await forgetEndpoints(bench)
    floors.push(await bareLoop(receiverPort, event?.body ?? '', AT_ONCE, queue))
    await received(bench)
  }
  return ratesText(`Deliveries per second, ${AT_ONCE} at once`, 'Till', tills, 'http.request loop', floors)
}

async function comparePurchases(bench: Bench): Promise<string> {
  const [without, with3]: [number[], number[]] = [[], []]
  await buy(bench)
  for (let round = 0; round < bench.rounds; round += 1) {
    without.push(await buy(bench))
    for (let n = 0; n < 3; n += 1) await makeEndpoint(bench, [...SOLD, ...GRANTED])
    with3.push(await buy(bench))
    await untilSent(bench)
    await received(bench)
    await forgetEndpoints(bench)
  }
  return ratesText('Purchases per second', 'three endpoints', with3, 'no endpoint', without)
}

async function buy({ generator, catalog, port, seconds }: Bench): Promise<number> {
  const plan = { kind: 'purchases', productId: catalog.product.id, token: catalog.token } as const
  const task: Task = { plan, port, connections: BUYERS, seconds }
  generator.send(task)
  const outcome = await nextMessage<{ measured: Measured } | { error: string }>(generator)
  if ('error' in outcome) throw new Error(outcome.error)
  return outcome.measured.rate
}

/** Everything that happened has been numbered and delivered. */
async function untilSent({ sql }: Bench): Promise<void> {
  const isOpen = () => sql`
    select from events where sequence is null
    union all
    select from webhook_queue q join webhook_endpoints w on w.id = q.endpoint_id where w.deleted_at is null limit 1`
  while ((await isOpen()).length > 0) await sleep(20)
}

function ratesText(
  what: string,
  name: string,
  rates: readonly number[],
  floorName: string,
  floors: readonly number[],
): string {
  const ratio = spreadOf(rates.map((rate, round) => rate / (floors[round] ?? Number.NaN)))
  return [
    `${what}: ${name} ${rateText(spreadOf(rates))}, ${floorName} ${rateText(spreadOf(floors))}`,
    `  ratio ${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}..${ratio.max.toFixed(2)})`,
  ].join('\n')
}

const rateText = ({ median, min, max }: Spread) =>
  `${[median, min, max].map((rate) => Math.round(rate).toLocaleString('en-US')).join(' (')}`.replace(
    / \((\S+)$/,
    '..$1)',
  )

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const quantiles = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`
