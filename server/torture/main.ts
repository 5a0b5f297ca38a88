import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../bench/checks.ts'
import { Cleanup } from '../bench/processes.ts'
import { checksText } from '../bench/report.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/index.ts'
import { openPool, type Sql } from '../src/platform/postgres/pool.ts'
import { checkBooks, untilSettled } from './books.ts'
import { buyOn, type Diary, emptyDiary, type Shop } from './buyers.ts'
import { type Options, type Path, readOptions, USAGE } from './options.ts'
import { pick, randomFrom } from './random.ts'
import { openShop } from './shop.ts'
import { Patient, type Victim } from './victim.ts'

export interface Programs {
  /** Arguments for node: what `npm start` and what the command line run. */
  readonly till: readonly string[]
  readonly cli: readonly string[]
}

type Say = (line: string) => void

const LONGEST_PAUSE = 20_000
const ADMIN_TOKEN = 'a-token-for-torture-and-for-nothing-else'

/** Kills Till and its Postgres under load, and then looks into the books. Answers the exit code. */
export async function torture(args: readonly string[], programs: Programs, say: Say): Promise<number> {
  const options = readOptions(args)
  if (options === null) {
    say(USAGE)
    return 0
  }
  const checks: Check[] = []
  for (const path of options.paths) checks.push(...(await torturePath(path, options, programs, say)))
  say(`\n${checksText(checks)}`)
  return checks.every(({ passed }) => passed) ? 0 : 1
}

/** When something is wrong, what is left can be looked at. */
export async function torturePath(path: Path, options: Options, programs: Programs, say: Say): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'till-torture-'))
  const cleanup = new Cleanup()
  const undo = () => void cleanup.run().then(() => process.exit(1))
  process.once('SIGINT', undo)
  let isFine = false
  try {
    const checks = await run(path, folder, options, programs, cleanup, say)
    isFine = checks.every(({ passed }) => passed)
    return checks
  } finally {
    process.off('SIGINT', undo)
    await cleanup.run()
    if (isFine) await rm(folder, { recursive: true, force: true })
    else say(`${path}: the data and the log are kept in ${folder}`)
  }
}

async function run(
  path: Path,
  folder: string,
  options: Options,
  programs: Programs,
  cleanup: Cleanup,
  say: Say,
): Promise<Check[]> {
  // Root hands the database to another account, which has to get in.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const till = {
    dataDir,
    adminToken: ADMIN_TOKEN,
    baseUrl: 'https://till.example.com',
    command: programs.till,
    log: join(folder, 'till.log'),
    env: { TILL_SANDBOX_INLINE: path === 'inline' ? 'on' : 'off' },
  }
  const patient = await Patient.start(till, cleanup)
  const shop = await openShop(patient.url, ADMIN_TOKEN)
  const diary = emptyDiary()
  const since = performance.now()
  const kills = await killUnderLoad(patient, shop, diary, options, (text) => say(`${path}: ${text}`))
  const seconds = ((performance.now() - since) / 1000).toFixed(0)
  const sql = await attach(dataDir, cleanup)
  await untilSettled(sql)
  const checks = await checkBooks(sql, diary, path)
  await patient.stop()
  const verified = verify(dataDir, programs)
  const counted = Object.entries(kills).map(([victim, many]) => `${victim} ${many}`)
  say(
    `${path}: ${counted.join(', ')} kills and ${diary.acknowledged.size} confirms in ${seconds} s; ` +
      `${diary.declined.size} checkouts met a decline; back within ${(patient.slowestReturn / 1000).toFixed(1)} s at most`,
  )
  return [...checks, { what: `${path}: till verify`, found: verified.text, passed: verified.isClean }]
}

async function killUnderLoad(
  patient: Patient,
  shop: Shop,
  diary: Diary,
  { kills, confirms, buyers, seed }: Options,
  say: Say,
): Promise<Record<Victim, number>> {
  const random = randomFrom(seed)
  const done: Record<Victim, number> = { server: 0, postgres: 0, both: 0 }
  const total = () => done.server + done.postgres + done.both
  const isEnough = () => total() >= kills && diary.acknowledged.size >= confirms
  const urlOf = () => patient.url
  const load = Promise.all(
    Array.from({ length: buyers }, (_, index) => buyOn(urlOf, shop, randomFrom(seed + 1 + index), diary, isEnough)),
  )
  let failed: unknown
  load.catch((error: unknown) => {
    failed = error
  })
  while (!isEnough() && failed === undefined) {
    await sleep(100 + 900 * random())
    // So that something is bought between two kills, however slow the machine is.
    const share = Math.floor((confirms / Math.max(kills, 1)) * total())
    await until(() => diary.acknowledged.size >= share || failed !== undefined, LONGEST_PAUSE)
    const victim = pick<Victim>(random, ['server', 'server', 'postgres', 'both'])
    await patient.kill(victim)
    done[victim] += 1
    if (total() % 10 === 0) say(`${total()} kills, ${diary.acknowledged.size} confirms`)
  }
  await load
  return done
}

async function until(isSo: () => boolean, milliseconds: number): Promise<void> {
  for (let waited = 0; waited < milliseconds && !isSo(); waited += 10) await sleep(10)
}

async function attach(dataDir: string, cleanup: Cleanup): Promise<Sql> {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  cleanup.add(() => postgres.stop())
  const sql = openPool(postgres.url, { connections: 1 })
  cleanup.add(() => sql.end({ timeout: 1 }))
  return sql
}

function verify(dataDir: string, { cli }: Programs): { readonly isClean: boolean; readonly text: string } {
  const env = { ...process.env, TILL_DATA_DIR: dataDir, DATABASE_URL: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...cli, 'verify'], { env, encoding: 'utf8' })
  return { isClean: status === 0, text: status === 0 ? 'clean' : `${stdout}${stderr}`.trim().slice(0, 2000) }
}
