import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupProblem } from '../../startup-problem.ts'
import type { Home } from './home.ts'

/** The version of Postgres that made the cluster; null when there is none. */
export function majorOf(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartupProblem(
      `The database in ${cluster} belongs to another account (${(error as Error).message}); ` +
        'start Till with the account that made it.',
    )
  }
}

/** Checks that the cluster fits these binaries. Returns its password. */
export function openCluster(home: Home, major: string, ours: string): string {
  if (major !== ours) {
    throw new StartupProblem(
      `The database in ${home.cluster} was made by Postgres ${major}, and this Till brings Postgres ${ours}; ` +
        'make a backup with the Till that made it, and restore that into an empty data folder.',
    )
  }
  restoreRights(home)
  try {
    return readFileSync(home.password, 'utf8').trim()
  } catch (error) {
    throw new StartupProblem(
      `The password of the database cannot be read (${(error as Error).message}); bring the file back from a backup.`,
    )
  }
}

/** An archive unpacked by root gives everything to root, and many lose the folder's mode; Postgres refuses both. */
function restoreRights({ cluster, password, account }: Home): void {
  const { uid, mode } = statSync(cluster)
  if (account !== null && uid !== account.uid) {
    execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster, password])
  }
  if ((mode & 0o027) !== 0) chmodSync(cluster, 0o700)
}
