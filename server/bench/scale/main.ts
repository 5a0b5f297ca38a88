import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts'
import { openPool } from '../../src/platform/postgres/pool.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'
import type { Cleanup } from '../processes.ts'
import type { Programs } from '../programs.ts'
import { checksText } from '../report.ts'
import { startTill } from '../till.ts'
import { type Instance, openInstance, type Shops } from './instance.ts'
import { checkOf, isKept, tableOf } from './report.ts'
import { walkAll } from './walk.ts'
import { measureWrites } from './writes.ts'

export const SCALE_USAGE = `npm run bench -- --scale [OPTIONS]

  --data FOLDER      keeps the two instances there, and uses those that are there already
  --orders N, --organizations N, --products N
                     the size of the large instance (1000000, 10000, 1000)
  --rounds N         how often each read is asked for (11), and up to five times as often where it seems slow
  --only TEXT        only the routes whose path contains this; "writes" for sales and keys in use
  --json FILE        writes all figures to a file too
`

const FLAGS = {
  scale: { type: 'boolean' },
  data: { type: 'string' },
  orders: { type: 'string', default: '1000000' },
  organizations: { type: 'string', default: '10000' },
  products: { type: 'string', default: '1000' },
  rounds: { type: 'string', default: '11' },
  only: { type: 'string', default: '' },
  json: { type: 'string' },
} as const

const ADMIN_TOKEN = 'a token for the bench, and for nothing else'.replaceAll(' ', '-')
const MIDDLE = 5

type Say = (line: string) => void

/** Every read, in an instance with one shop and in one with a million orders. */
export async function benchScale(
  args: readonly string[],
  programs: Programs,
  cleanup: Cleanup,
  print: Say,
  say: Say,
): Promise<number> {
  const options = parse(args)
  const folder = await folderOf(options.data, cleanup)
  const size = ['orders', 'organizations', 'products'].flatMap((name) => [
    `--${name}`,
    options[name as 'orders' | 'organizations' | 'products'],
  ])
  const small = await open(join(folder, 'small'), [], { shop: 'northwind-audio' }, programs, cleanup, say)
  const shops = { huge: 'scale-shop-1', middle: `scale-shop-${MIDDLE}`, small: `scale-shop-${options.organizations}` }
  const large = await open(join(folder, 'large'), ['--scale', ...size], shops, programs, cleanup, say)
  const rounds = Number(options.rounds)
  const found = await walkAll(small, large, rounds, options.only, say)
  if ('writes'.includes(options.only)) {
    say('Measuring: sales, and keys in use')
    found.push(...(await measureWrites(small, large, 5 * rounds)))
  }
  const broken = found.filter((each) => !isKept(each))
  print(`\n${tableOf(found, 25)}`)
  if (broken.length > 0) print(`\nBroken:\n\n${tableOf(broken, 1000)}`)
  const check = checkOf(found)
  print(`\n${checksText([check])}`)
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify({ found, check }, null, 2)}\n`)
  return check.passed ? 0 : 1
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values
  } catch (error) {
    throw new StartupProblem(`${(error as Error).message}\n\n${SCALE_USAGE}`)
  }
}

/** Root hands the database to another account, which has to get in. */
async function folderOf(given: string | undefined, cleanup: Cleanup): Promise<string> {
  if (given !== undefined) {
    await mkdir(resolve(given), { recursive: true })
    return resolve(given)
  }
  const folder = await mkdtemp(join(tmpdir(), 'till-scale-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  return folder
}

async function open(
  dataDir: string,
  demo: readonly string[],
  shops: Shops,
  programs: Programs,
  cleanup: Cleanup,
  say: Say,
): Promise<Instance> {
  if (!existsSync(dataDir)) fill(dataDir, demo, programs)
  say(`Starting Till on ${dataDir}`)
  const options = {
    dataDir,
    adminToken: ADMIN_TOKEN,
    baseUrl: 'https://till.example.com',
    command: programs.till,
    log: `${dataDir}.log`,
    // Half of the large instance's events are old, and forgetting them would go on beside the measuring.
    env: { TILL_EVENT_DAYS: 'off' },
  }
  const till = await startTill(options, cleanup)
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  cleanup.add(() => postgres.stop())
  const sql = openPool(postgres.url, { connections: 1 })
  cleanup.add(() => sql.end({ timeout: 1 }))
  const instance = await openInstance(till.port, ADMIN_TOKEN, sql, shops)
  cleanup.add(async () => instance.caller.close())
  return instance
}

/** The demo as everybody runs it. */
function fill(dataDir: string, demo: readonly string[], programs: Programs): void {
  const env = { ...process.env, TILL_DATA_DIR: dataDir, TILL_ADMIN_TOKEN: ADMIN_TOKEN, DATABASE_URL: '' }
  const { status } = spawnSync(process.execPath, [...programs.cli, 'demo', ...demo], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new StartupProblem(`The demo ended with exit code ${status}.`)
}
