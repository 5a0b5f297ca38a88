import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

/** A real Till process, started as a user would start it. */
export interface TillProcess {
  readonly pid: number
  readonly url: string
  /** Everything it printed so far. */
  output(): string
  /** Resolves when it answers /readyz with 200; fails when it ended or took too long. */
  ready(milliseconds?: number): Promise<void>
  /** The exit code, or the signal that ended it. */
  ended(milliseconds?: number): Promise<number | string>
  kill(signal: NodeJS.Signals): void
}

export interface TillProcessOptions {
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  readonly command?: readonly string[]
}

/** `node scripts/start.mjs` is what `npm start` executes. */
export function spawnTill(options: TillProcessOptions): TillProcess {
  const { port, env = {}, folder = REPOSITORY, command = ['node', 'scripts/start.mjs'] } = options
  const [program = 'node', ...args] = command
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:TILL_|SMTP_|DATABASE_URL|PORT|HOST$|VITEST|NODE_ENV)/.test(name),
    ),
  )
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...inherited, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  return {
    pid: child.pid ?? 0,
    url,
    output: () => output,
    ready: (milliseconds = 30_000) => untilReady(child, url, milliseconds, () => output),
    ended: (milliseconds = 20_000) => untilEnded(child, milliseconds, () => output),
    kill: (signal) => child.kill(signal),
  }
}

export interface SharedTillOptions {
  /** Of a database that a test has made, and that several of them can share. */
  readonly databaseUrl: string
  readonly token: string
  readonly role?: 'all' | 'api' | 'worker'
  readonly env?: Readonly<Record<string, string>>
}

/** One that is ready, as one of several on the same database. */
export async function startSharedTill({ databaseUrl, token, role, env }: SharedTillOptions): Promise<TillProcess> {
  const till = spawnTill({
    port: await freePort(),
    env: {
      DATABASE_URL: databaseUrl,
      TILL_ADMIN_TOKEN: token,
      TILL_SECRET_KEY: 'k'.repeat(40),
      TILL_RATE_LIMITS: 'off',
      ...env,
    },
    command: ['node', 'scripts/start.mjs', ...(role ? ['--role', role] : [])],
  })
  await till.ready()
  return till
}

async function untilReady(child: ChildProcess, url: string, milliseconds: number, output: () => string): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output()}`)
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.status === 200) return
    await sleep(25)
  }
  throw new Error(`not ready within ${milliseconds} ms: ${output()}`)
}

async function untilEnded(child: ChildProcess, milliseconds: number, output: () => string): Promise<number | string> {
  const deadline = Date.now() + milliseconds
  while (Date.now() < deadline) {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) return end
    await sleep(20)
  }
  throw new Error(`still running after ${milliseconds} ms: ${output()}`)
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/** A folder that also the account of the embedded Postgres can enter. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'till-start-'))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
