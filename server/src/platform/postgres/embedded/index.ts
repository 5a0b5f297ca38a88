import { findPackage, prepareBinaries } from './binaries.ts'
import { majorOf, openCluster } from './cluster.ts'
import { createCluster } from './create-cluster.ts'
import { chooseHome } from './home.ts'
import { keep } from './keep.ts'
import { urlOf } from './presence.ts'

export interface EmbeddedPostgres {
  /** Loopback with a password. */
  readonly url: string
  /**
   * The server's unix socket, for `postgres(url, { path: socket })`; null where its path would be too long. The driver
   * cannot read a socket from a URL. Measured with `select 1`: 12-15 % more statements per second than loopback at 1 and at
   * 8 at once, 4 % more at 64.
   */
  readonly socket: string | null
  /** The server was running already. */
  readonly attached: boolean
  readonly serverPid: number
  /** Stops the server, unless another process uses it. Close your own connections first. */
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  readonly dataDir: string
  say(line: string): void
  /** False only for tests: commits are not flushed to disk. */
  readonly durable?: boolean
  readonly settings?: Record<string, string>
  /** The unpacked npm package with the binaries, if not the installed one. */
  readonly packageFolder?: string
}

/**
 * Starts Till's own Postgres in the data folder, or attaches to it when it is still running.
 * Throws a StartupProblem for everything that a person has to put right.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { say, durable = true, settings = {} } = options
  const home = chooseHome(options.dataDir, say)
  const binaries = prepareBinaries(options.packageFolder ?? findPackage(), home.account, home.copies, say)
  const major = majorOf(home.cluster)
  if (major === null) say(`Creating the database in ${home.cluster}`)
  const password =
    major === null ? await createCluster(home, binaries, durable) : openCluster(home, major, binaries.major)
  const keeper = await keep({
    home,
    binaries,
    password,
    durable,
    settings,
    say,
  })
  const { port, socket, attached } = keeper.serving
  return {
    url: urlOf(port, password),
    socket,
    attached,
    get serverPid() {
      return keeper.serving.pid
    },
    stop: () => keeper.stop(),
  }
}
