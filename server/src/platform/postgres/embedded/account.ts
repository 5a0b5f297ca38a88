import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { StartupProblem } from '../../startup-problem.ts'

/** The unprivileged account that runs the database server for root. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Postgres refuses to run as root, so root hands the server to an unprivileged account: a dedicated
 * `till` where the administrator made one, otherwise `nobody`. Not `postgres`: that is the account of the
 * system's own server, and neither should be able to read the other's files.
 * Null means: whoever we are may run it.
 */
export function serverAccount(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null
  return ownerOf(cluster) ?? lookUp('till') ?? lookUp('nobody') ?? { name: 'nobody', uid: 65534, gid: 65534 }
}

/** An existing cluster stays with its owner: root may visit a user's instance without taking it away from them. */
function ownerOf(cluster: string): Account | null {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner === undefined || owner.uid === 0) return null
  return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
}

function lookUp(name: string): Account | null {
  try {
    const ask = (what: string) =>
      Number(
        execFileSync('id', [what, name], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      )
    return { name, uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

/**
 * Options for spawning as the account. The working directory is one that everybody may enter: the caller's may be
 * below a closed home, and Postgres looks at it. The environment is a clean one: the caller's PGPORT, LD_LIBRARY_PATH or
 * odd locale must not reach the server. macOS writes nobody's -2 as 4294967294, which spawn only takes with its sign.
 */
export function runAs(account: Account | null) {
  const plain = {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
  return account === null ? plain : { ...plain, uid: account.uid | 0, gid: account.gid | 0 }
}

/** Asks the system instead of reading mode bits: access lists and mounts have a say too. */
export function canEnter(account: Account, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], {
      ...runAs(account),
      stdio: 'ignore',
    }).status === 0
  )
}

export function giveTo(account: Account | null, path: string): void {
  if (account === null) return
  try {
    chownSync(path, account.uid, account.gid)
  } catch (error) {
    throw new StartupProblem(
      `Till runs as root and cannot give ${path} to the account "${account.name}" (${(error as Error).message}); ` +
        'start Till as an ordinary user, or set DATABASE_URL.',
    )
  }
}
