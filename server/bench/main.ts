import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../src/platform/postgres/pool.ts'
import { StartupProblem } from '../src/platform/startup-problem.ts'
import { type Check, checkLists, checkMemory, checkStart } from './checks.ts'
import { benchGrants, GRANTS_USAGE } from './grants/main.ts'
import { type Helpers, measure, type Result, warmUp } from './measure.ts'
import { type Options, readOptions, SMALL_SHOP, USAGE } from './options.ts'
import { Cleanup, freePort, nextMessage, startHelper } from './processes.ts'
import type { Programs } from './programs.ts'
import type { Question } from './question.ts'
import { getCheckout } from './questions/get-checkout.ts'
import { listOrders } from './questions/list-orders.ts'
import { purchase } from './questions/purchase.ts'
import { validateLicenseKey } from './questions/validate-license-key.ts'
import { checksText, machineOf, machineText, tableText } from './report.ts'
import { benchScale, SCALE_USAGE } from './scale/main.ts'
import { openShop, type Shop } from './shop.ts'
import { memoryOf } from './till.ts'
import { benchWebhooks, WEBHOOKS_USAGE } from './webhooks/main.ts'

const IDLE_SECONDS = 10

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (text: string) => process.stderr.write(`${text}\n`)

/** Runs the bench; answers the process's exit code. */
export async function bench(args: readonly string[], programs: Programs): Promise<number> {
  if (args.includes('--help')) {
    print(usageOf(args))
    return 0
  }
  const cleanup = new Cleanup()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void cleanup.run().then(() => process.exit(130)))
  }
  try {
    if (args.includes('--grants')) return await benchGrants(args, programs, cleanup, print, say)
    if (args.includes('--webhooks')) return await benchWebhooks(args, programs, cleanup, print, say)
    if (args.includes('--scale')) return await benchScale(args, programs, cleanup, print, say)
    const options = readOptions(args)
    if (options.isCheck) return await check(options, programs, cleanup)
    return await run(options, profiled(programs, options), cleanup)
  } catch (error) {
    const { message, stack = message } = error as Error
    say(error instanceof StartupProblem ? message : stack)
    return 1
  } finally {
    await cleanup.run()
  }
}

function usageOf(args: readonly string[]): string {
  if (args.includes('--grants')) return GRANTS_USAGE
  if (args.includes('--webhooks')) return WEBHOOKS_USAGE
  return args.includes('--scale') ? SCALE_USAGE : USAGE
}

function profiled(programs: Programs, { profile }: Options): Programs {
  if (profile === undefined) return programs
  return { ...programs, till: ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`, ...programs.till] }
}

/** Every question compares the answers before it can be measured. */
async function check(options: Options, programs: Programs, cleanup: Cleanup): Promise<number> {
  const shop = await openShop(SMALL_SHOP, await makeFolder(cleanup), programs, cleanup, say)
  const { barePort } = await startHelpers(programs, cleanup)
  const questions = await questionsOf(shop, shop, barePort, options)
  print(`Both servers give the same answers: ${questions.map(({ name }) => name).join(', ')}`)
  return 0
}

async function makeFolder(cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'till-bench-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  // Root hands the database to another account, which has to get in.
  await chmod(folder, 0o711)
  return folder
}

async function run(options: Options, programs: Programs, cleanup: Cleanup): Promise<number> {
  const load = loadavg()[0] ?? 0
  const folder = await makeFolder(cleanup)
  const small = await openShop(SMALL_SHOP, folder, programs, cleanup, say)
  const large = await openShop(options.orders, folder, programs, cleanup, say)
  const checks = [checkStart(large.till.readyAfter), await watchIdle(large)]
  const helpers = await startHelpers(programs, cleanup)
  const results: Result[] = []
  for (const question of await questionsOf(small, large, helpers.barePort, options)) {
    say(`Warming up: ${question.name}`)
    await warmUp(question, Math.max(...options.connections), helpers)
    for (const connections of options.connections) {
      say(`Measuring: ${question.name}, ${connections} connections`)
      results.push(...(await measure(question, connections, options, helpers)))
    }
  }
  checks.push(...checkLists(results, SMALL_SHOP, options.orders))
  const machine = machineOf(await versionOf(large.sql.till), load)
  print(`\n${machineText(machine)}\n\n${tableText(results)}\n\n${checksText(checks)}`)
  const report = { date: new Date().toISOString(), machine, options, results, checks }
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
  return checks.every(({ passed }) => passed) ? 0 : 1
}

async function versionOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  return row?.version ?? 'unknown'
}

/** Nobody asks for anything meanwhile, and no collection is forced. */
async function watchIdle(shop: Shop): Promise<Check> {
  const ready = memoryOf(shop.till.pid)
  say(`Leaving Till alone for ${IDLE_SECONDS} s`)
  await sleep(IDLE_SECONDS * 1000)
  return checkMemory({ ready, idle: memoryOf(shop.till.pid) })
}

async function startHelpers(programs: Programs, cleanup: Cleanup): Promise<Helpers & { barePort: number }> {
  const barePort = await freePort()
  const bare = startHelper(programs.bare, { PORT: String(barePort) }, cleanup)
  await nextMessage(bare)
  return { bare, barePort, generator: startHelper(programs.generator, {}, cleanup) }
}

/** Purchases come last: they change the shop that the others look at. */
async function questionsOf(small: Shop, large: Shop, bare: number, { only = '' }: Options): Promise<Question[]> {
  const questions = [
    await getCheckout(large, bare),
    await listOrders([small, large], bare),
    await validateLicenseKey(large, bare),
    await purchase(large),
  ]
  return questions.filter(({ name }) => name.includes(only))
}
