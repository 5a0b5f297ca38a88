import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cleanup, freePort, startProgram, stop } from './processes.ts'

export interface RunningTill {
  readonly port: number
  readonly pid: number
  /** From the start of the process until it says that it is ready. */
  readonly readyAfter: number
  stop(): Promise<void>
}

export interface TillOptions {
  readonly dataDir: string
  readonly adminToken: string
  readonly baseUrl: string
  /** The program and its arguments, as `npm start` runs it. */
  readonly command: readonly string[]
  readonly log: string
  readonly env?: Readonly<Record<string, string>>
}

/** Till as its users run it: request log and figures on, its own durable Postgres. Only the rate limits are off. */
export async function startTill(options: TillOptions, cleanup: Cleanup): Promise<RunningTill> {
  const port = await freePort()
  const since = performance.now()
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: '',
    TILL_DATA_DIR: options.dataDir,
    TILL_BASE_URL: options.baseUrl,
    TILL_ADMIN_TOKEN: options.adminToken,
    TILL_RATE_LIMITS: 'off',
    ...options.env,
  }
  const child = startProgram(options.command, env, options.log, cleanup)
  await untilReady(child, port, options.log)
  return { port, pid: child.pid ?? 0, readyAfter: performance.now() - since, stop: () => stop(child) }
}

async function untilReady(child: ChildProcess, port: number, log: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(10)) {
    if (child.exitCode !== null) throw new Error(`Till did not start:\n${readFileSync(log, 'utf8')}`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
  }
  throw new Error(`Till did not become ready:\n${readFileSync(log, 'utf8')}`)
}

/** Resident memory of a process, in megabytes. */
export function memoryOf(pid: number): number {
  const file = join('/proc', String(pid), 'status')
  const kilobytes = existsSync(file)
    ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}
