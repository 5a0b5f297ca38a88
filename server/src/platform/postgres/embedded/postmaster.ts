import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What a running server writes into its cluster's postmaster.pid. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
  readonly ready: boolean
}

/** Null: no server has the cluster, or one is just writing the file. */
export function readPostmaster(cluster: string): Postmaster | null {
  return parsePostmaster(read(join(cluster, 'postmaster.pid')))
}

function parsePostmaster(text: string): Postmaster | null {
  const [pid, , , port, socketFolder, , , status] = text.split('\n')
  if (!pid || !Number.isInteger(Number(pid))) return null
  return {
    pid: Math.abs(Number(pid)),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? '',
    ready: status?.trim() === 'ready',
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // In a container nobody may collect orphans: a dead server then keeps its pid as a zombie.
  return !/^\d+ \(.*\) Z/s.test(read(`/proc/${pid}/stat`))
}

type Holder = 'this cluster' | 'another postgres' | 'nobody'

/** Pids are used again, after a reboot even soon: the process named in the file may be anybody's. */
export function whoHolds(pid: number, cluster: string): Holder {
  if (!isAlive(pid)) return 'nobody'
  const command = commandOf(pid)
  if (!/^(postgres|postmaster)$/.test(basename(command[0] ?? ''))) return 'nobody'
  return command[command.indexOf('-D') + 1] === cluster ? 'this cluster' : 'another postgres'
}

function commandOf(pid: number): string[] {
  if (process.platform === 'linux') return read(`/proc/${pid}/cmdline`).split('\0')
  try {
    // ps joins arguments with spaces; ours are `-D <cluster> -c ...`, so the cluster can be cut out again.
    const line = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    const [, program, cluster] = /^(.*?) -D (.*?) -c /.exec(line) ?? []
    return program && cluster ? [program, '-D', cluster] : [line.split(' ')[0] ?? '']
  } catch {
    return []
  }
}

/**
 * Takes a pid file away whose process is not the server. Postgres does so itself for a dead process, but
 * not for a living stranger of the same user. Moving it aside first shows whether another start has
 * replaced it in between: then it goes back.
 */
export function removeStalePidFile(cluster: string, stale: Postmaster): void {
  const file = join(cluster, 'postmaster.pid')
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
    if (parsePostmaster(read(aside))?.pid !== stale.pid) linkSync(aside, file)
  } catch {
    // Gone already, or a newer one is in place: both are what we want.
  }
  rmSync(aside, { force: true })
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
