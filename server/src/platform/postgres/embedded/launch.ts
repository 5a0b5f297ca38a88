import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../../startup-problem.ts'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { readPostmaster } from './postmaster.ts'
import { type Listen, serverArguments } from './settings.ts'

const logLimit = 10 * 1024 * 1024

export interface Launch {
  readonly home: Home
  readonly binaries: Binaries
  readonly durable: boolean
  readonly settings: Record<string, string>
}

/** `busy`: another server has the cluster, or the children of a killed one are still leaving. */
type Outcome = 'ready' | 'busy' | 'port taken'

/** Starts a server and waits until it says that it is ready, or has ended. */
export async function launch(plan: Launch, listen: Listen, deadline: number): Promise<Outcome> {
  const { home } = plan
  const log = openLog(home.log)
  const child = spawn(
    plan.binaries.postgres,
    ['-D', home.cluster, ...serverArguments(plan.durable, plan.settings, listen)],
    // Its own session: Ctrl-C reaches only Node, which closes its work first; a killed Node leaves it alive.
    {
      ...runAs(home.account),
      detached: true,
      stdio: ['ignore', log.file, log.file],
    },
  )
  closeSync(log.file)
  child.unref()
  const ended = endOf(child)
  while (Date.now() < deadline) {
    const code = await Promise.race([ended, sleep(20, 'running' as const)])
    if (code !== 'running') return judge(readFileSync(home.log).subarray(log.start).toString(), home.log)
    const postmaster = readPostmaster(home.cluster)
    if (postmaster?.pid === child.pid && postmaster?.ready) return 'ready'
  }
  child.kill('SIGINT')
  throw new StartupProblem(`The database server did not become ready in time; its log is ${home.log}.`)
}

function endOf(child: ChildProcess): Promise<'ended'> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => resolve('ended'))
    child.once('error', (error) => reject(new StartupProblem(`The database server cannot be run (${error.message}).`)))
  })
}

function judge(log: string, file: string): Outcome {
  if (/lock file .* already exists|pre-existing shared memory block/.test(log)) return 'busy'
  if (/could not (bind|create any TCP)/.test(log)) return 'port taken'
  const reason = /(?:FATAL|PANIC): {2}(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1) ?? ''
  throw new StartupProblem(`The database server did not start (${reason}); its log is ${file}.`)
}

function openLog(file: string): { file: number; start: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > logLimit) renameSync(file, `${file}.1`)
  const opened = openSync(file, 'a', 0o600)
  return { file: opened, start: fstatSync(opened).size }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
