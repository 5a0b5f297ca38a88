import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import postgres from 'postgres'
import { canEnter } from '../../src/platform/postgres/embedded/account.ts'
import { findPackage } from '../../src/platform/postgres/embedded/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts'
import { isAlive } from '../../src/platform/postgres/embedded/postmaster.ts'

export const asRoot = process.getuid?.() === 0
/** An ordinary user: ourselves, or for root an account that every system has and that is not the server's. */
const ordinary = asRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(what: string): number {
  return Number(execFileSync('id', [what, 'daemon'], { encoding: 'utf8' }))
}

interface Report {
  readonly said: string[]
  readonly url: string
  readonly attached: boolean
  readonly serverPid: number
  readonly problem?: string
}

/** Temporary folders and everything that runs in them, gone after `clear`. */
export class Workshop {
  readonly root = mkdtempSync(join(tmpdir(), 'till-pg-'))
  private readonly held = new Set<EmbeddedPostgres>()
  private readonly servers = new Set<number>()
  private readonly children = new Set<ChildProcess>()
  private readonly places = new Set<string>()

  constructor() {
    chmodSync(this.root, 0o755)
  }

  folder(name: string, mode = 0o755): string {
    const path = join(this.root, name)
    mkdirSync(path, { recursive: true })
    chmodSync(path, mode)
    return path
  }

  /** Where the data folder says that its database is; removed in the end. */
  placeOutside(dataDir: string): string {
    const place = readFileSync(join(dataDir, 'postgres', 'location'), 'utf8').trim()
    this.places.add(place)
    return place
  }

  /** A place outside of the temporary folder that is removed in the end. */
  alsoRemove(path: string): void {
    this.places.add(path)
  }

  /** A copy of the npm package without its links and x bits, as some installs leave it. */
  barePackage(parent: string, version?: string): string {
    const copy = join(parent, 'package')
    execFileSync('cp', ['-R', findPackage(), copy])
    const links = JSON.parse(readFileSync(join(copy, 'native', 'pg-symlinks.json'), 'utf8'))
    for (const { target } of links) rmSync(join(copy, target), { force: true })
    for (const program of ['initdb', 'postgres']) chmodSync(join(copy, 'native', 'bin', program), 0o644)
    if (version !== undefined) writeFileSync(join(copy, 'package.json'), JSON.stringify({ version }))
    return copy
  }

  async start(dataDir: string, more: { packageFolder?: string; say?: (line: string) => void } = {}) {
    const held = await startEmbeddedPostgres({ dataDir, durable: false, say: () => {}, ...more })
    this.held.add(held)
    this.servers.add(held.serverPid)
    return held
  }

  /** The same in a process of its own, for root as an ordinary user if asked. */
  async startChild(dataDir: string, options: { as?: 'ordinary user'; packageFolder?: string; durable?: boolean } = {}) {
    const durability = options.durable ? ['durable'] : []
    const account = options.as === undefined ? {} : ordinary
    const packageFolder = options.packageFolder ?? this.packageFor(account)
    const args = [this.childScript(), dataDir, packageFolder, ...durability]
    const child = spawn(process.execPath, args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...account })
    this.children.add(child)
    const lost = once(child, 'exit').then(() => ['{"problem":"the child has ended without a word"}'])
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), lost])
    const report: Report = JSON.parse(line)
    if (report.problem === undefined) this.servers.add(report.serverPid)
    return { child, ...report }
  }

  /** Makes the folder the ordinary user's own. */
  giveAway(path: string): string {
    if (ordinary.uid !== undefined) chownSync(path, ordinary.uid, ordinary.gid)
    return path
  }

  /** The checkout of root may be out of the ordinary user's reach. */
  private packageFor(account: { uid?: number; gid?: number }): string {
    const { uid, gid } = account
    const original = findPackage()
    if (uid === undefined || gid === undefined || canEnter({ name: 'daemon', uid, gid }, original)) return original
    return this.barePackage(this.giveAway(this.folder('reachable')))
  }

  private childScript(): string {
    const outfile = join(this.root, 'child.mjs')
    const entry = join(dirname(fileURLToPath(import.meta.url)), 'embedded-child.ts')
    const banner = "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);"
    buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', banner: { js: banner } })
    return outfile
  }

  async clear(): Promise<void> {
    await Promise.allSettled([...this.held].map((held) => held.stop()))
    for (const child of this.children) if (child.exitCode === null) child.kill('SIGKILL')
    for (const pid of this.servers) if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
    await until(() => [...this.servers].every((pid) => !isAlive(pid)))
    execFileSync('chmod', ['-R', 'u+rwX', this.root])
    for (const path of [this.root, ...this.places]) rmSync(path, { recursive: true, force: true })
  }
}

/** One statement on a connection of its own. */
export async function ask(url: string, statement: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [row] = await sql.unsafe(statement)
    return row === undefined ? undefined : Object.values(row)[0]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited 10 s in vain')
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
