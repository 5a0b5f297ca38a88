import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupProblem } from '../../startup-problem.ts'
import { giveTo, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { majorOf } from './cluster.ts'
import type { Home } from './home.ts'
import { isAlive } from './postmaster.ts'
import { writeOnce } from './write-once.ts'

export const superuser = 'till'
export const database = 'till'

/**
 * The cluster is made under a draft name and renamed when complete: a kill in the middle leaves nothing that
 * looks like a database, and of two first starts at once one rename wins. Both have the same password.
 */
export async function createCluster(home: Home, binaries: Binaries, durable: boolean): Promise<string> {
  requireUserName()
  removeAbandonedDrafts(home.cluster)
  const password = writeOnce(home.password, randomBytes(24).toString('base64url'), home.account)
  giveTo(home.account, home.password)
  const draft = `${home.cluster}.new-${process.pid}-${randomBytes(3).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  giveTo(home.account, draft)
  try {
    await initialize(draft, home, binaries, durable)
    moveInPlace(draft, home.cluster)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return password
}

/** Containers like to run under a number that has no name; initdb does not. */
function requireUserName(): void {
  try {
    userInfo()
  } catch {
    throw new StartupProblem(
      `Postgres needs a name for the user with the id ${process.getuid?.()}; ` +
        'add the user to /etc/passwd, start Till as another user, or set DATABASE_URL.',
    )
  }
}

async function initialize(draft: string, home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  await run(home, binaries.initdb, [
    ...['-D', draft, '-U', superuser, `--pwfile=${home.password}`, '--auth=scram-sha-256'],
    // The built-in provider sorts and folds alike on every system. Only the libc categories that remain are
    // plain C: not every libc knows C.UTF-8.
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ])
  // Single-user mode needs no port and no password, and makes the database part of the same all-or-nothing step.
  const single = ['--single', '-D', draft, ...(durable ? [] : ['-F']), 'postgres']
  await run(home, binaries.postgres, single, `create database ${database}\n`)
}

function run(home: Home, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...runAs(home.account),
      stdio: 'pipe',
    })
    const output: Buffer[] = []
    child.stdout.on('data', (part) => output.push(part))
    child.stderr.on('data', (part) => output.push(part))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      const reason = Buffer.concat(output).toString().trim().split('\n').at(-1)
      reject(new StartupProblem(`The database could not be created in ${home.cluster} (${reason}).`))
    })
    child.stdin.end(input)
  })
}

function moveInPlace(draft: string, cluster: string): void {
  try {
    renameSync(draft, cluster)
  } catch (error) {
    if (majorOf(cluster) !== null) return
    throw new StartupProblem(`${cluster} is in the way of a new database (${(error as Error).message}).`)
  }
  // A power cut right now must not lose the new name.
  const folder = openSync(dirname(cluster), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function removeAbandonedDrafts(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const pid = /^cluster\.new-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true })
  }
}
