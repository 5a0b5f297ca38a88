import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../../startup-problem.ts'
import { freePort, type Launch, launch } from './launch.ts'
import { readPostmaster, removeStalePidFile, whoHolds } from './postmaster.ts'
import { enter, type Presence } from './presence.ts'

const patience = 60_000
/** Bytes that a socket's path may have, with its terminator: 108 on Linux, 104 on macOS. */
const socketLimit = process.platform === 'linux' ? 107 : 103

export interface Plan extends Launch {
  readonly password: string
  say(line: string): void
}

/** A server that answers, and our connection to it. */
export interface Serving {
  readonly pid: number
  readonly port: number
  readonly socket: string | null
  readonly attached: boolean
  readonly presence: Presence
}

/**
 * Attaches to the living server of the cluster, or starts one. There is no lock file of our own that could go
 * stale: Postgres lets only one server have a cluster, and whoever loses that race comes round again and attaches.
 */
export async function serve(plan: Plan, fixedPort: number | null, onGone: () => void): Promise<Serving> {
  const slow = setTimeout(
    () => plan.say('Waiting for the database server, which may be recovering after a crash'),
    3000,
  )
  try {
    return await attachOrStart(plan, fixedPort, onGone)
  } finally {
    clearTimeout(slow)
  }
}

async function attachOrStart(plan: Plan, fixedPort: number | null, onGone: () => void): Promise<Serving> {
  const { cluster } = plan.home
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    const found = readPostmaster(cluster)
    const holder = found === null ? 'nobody' : whoHolds(found.pid, cluster)
    if (found !== null && holder !== 'nobody') {
      const presence = found.ready ? await enter(found.port, plan.password, cluster, onGone) : null
      if (presence !== null) return serving(found, true, presence)
      if (holder === 'this cluster') {
        await sleep(50)
        continue
      }
    }
    if (found !== null) removeStalePidFile(cluster, found)
    const started = await start(plan, fixedPort, deadline)
    if (started) {
      const own = readPostmaster(cluster)
      const presence = own === null ? null : await enter(own.port, plan.password, cluster, onGone)
      if (own !== null && presence !== null) return serving(own, false, presence)
    }
    await sleep(100)
  }
  throw new StartupProblem(`The database server did not become ready in time; its log is ${plan.home.log}.`)
}

async function start(plan: Launch, fixedPort: number | null, deadline: number): Promise<boolean> {
  const port = fixedPort ?? (await freePort())
  const path = `${plan.home.cluster}/.s.PGSQL.${port}`
  const socketFolder = Buffer.byteLength(path) <= socketLimit ? plan.home.cluster : null
  return (await launch(plan, { port, socketFolder }, deadline)) === 'ready'
}

function serving(
  found: { pid: number; port: number; socketFolder: string },
  attached: boolean,
  presence: Presence,
): Serving {
  const socket = found.socketFolder === '' ? null : `${found.socketFolder}/.s.PGSQL.${found.port}`
  return { pid: found.pid, port: found.port, socket, attached, presence }
}
