import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../../make-folders.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { type Account, canEnter, serverAccount } from './account.ts'
import { writeOnce } from './write-once.ts'

/** Where root keeps what the server's account could not reach inside a closed home folder. */
const sharedPlace = '/var/lib/till'

/** Everything of one database server. */
export interface Home {
  readonly cluster: string
  readonly password: string
  readonly log: string
  /** Where copies of the binaries go if they are needed. */
  readonly copies: string
  readonly account: Account | null
}

/**
 * Normally `<data folder>/postgres`. When Till runs as root and the server's account cannot enter that, the
 * cluster lives in /var/lib/till/clusters instead, and the data folder remembers where.
 */
export function chooseHome(dataDir: string, say: (line: string) => void): Home {
  const dataFolder = makeDataFolder(dataDir)
  const inside = join(dataFolder, 'postgres')
  const note = join(inside, 'location')
  if (existsSync(note)) return remembered(readFileSync(note, 'utf8').trim(), dataFolder, note, say)
  const account = serverAccount(join(inside, 'cluster'))
  if (account === null || canEnter(account, inside)) return homeIn(inside, account)
  if (existsSync(join(inside, 'cluster'))) {
    throw new StartupProblem(
      `The account "${account.name}", which runs the database, can no longer enter ${inside}; ` +
        'let everybody pass through the folders above it (chmod o+x).',
    )
  }
  const folder = makeOutside(dataFolder, note, account)
  say(`The database goes to ${folder}, because the account "${account.name}" that runs it cannot enter ${dataFolder}`)
  return homeIn(folder, account)
}

/** A new folder each time, never a name made from the path: it could be the leftover of an instance removed long ago. */
function makeOutside(dataFolder: string, note: string, account: Account): string {
  const clusters = join(sharedPlace, 'clusters')
  try {
    mkdirSync(clusters, { recursive: true })
    const fresh = mkdtempSync(join(clusters, 'till-'))
    writeFileSync(join(fresh, 'data-folder'), `${dataFolder}\n`)
    // Whatever the umask was.
    for (const folder of [sharedPlace, clusters, fresh]) chmodSync(folder, 0o755)
    const chosen = writeOnce(note, fresh, null)
    if (chosen !== fresh) rmSync(fresh, { recursive: true })
    return chosen
  } catch (error) {
    throw new StartupProblem(
      `Till runs as root, and the account "${account.name}" that runs the database can neither enter ${dataFolder} nor be ` +
        `given a folder in ${clusters} (${(error as Error).message}); set TILL_DATA_DIR to a folder that everybody can enter.`,
    )
  }
}

function remembered(folder: string, dataFolder: string, note: string, say: (line: string) => void): Home {
  const record = join(folder, 'data-folder')
  const original = existsSync(record) ? readFileSync(record, 'utf8').trim() : dataFolder
  if (original !== dataFolder) {
    // A copied data folder carries the note of its original; two instances on one cluster would mix two shops.
    if (existsSync(join(original, 'postgres', 'location'))) {
      throw new StartupProblem(
        `${dataFolder} is a copy of ${original}, whose database is in ${folder}; remove ${note} to begin with an empty database.`,
      )
    }
    writeFileSync(record, `${dataFolder}\n`)
  }
  say(`The database of ${dataFolder} is in ${folder}`)
  return homeIn(folder, serverAccount(join(folder, 'cluster')))
}

function homeIn(folder: string, account: Account | null): Home {
  return {
    cluster: join(folder, 'cluster'),
    password: join(folder, 'password'),
    log: join(folder, 'server.log'),
    copies: account === null ? folder : sharedPlace,
    account,
  }
}

/** Returns the real path, so that two spellings of one folder mean one server. */
function makeDataFolder(dataDir: string): string {
  try {
    makeFolders(join(dataDir, 'postgres'))
    const real = realpathSync(dataDir)
    accessSync(join(real, 'postgres'), constants.R_OK | constants.W_OK | constants.X_OK)
    return real
  } catch (error) {
    throw new StartupProblem(
      `Till cannot write to its data folder ${dataDir} (${(error as Error).message}); ` +
        'make it writable for this user, or set TILL_DATA_DIR to another folder.',
    )
  }
}
