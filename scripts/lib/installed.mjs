import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { inRepository } from './root.mjs'

const stampFile = inRepository('node_modules', '.till-install.json')
const npmRecord = inRepository('node_modules', '.package-lock.json')

/**
 * Kinds of install: `start` is what running and building need, `test` is everything.
 * The stamp answers quickly. Without one (an install made by hand) every package is looked at.
 */
export function isInstalled(kind) {
  const stamp = readJson(stampFile)
  if (stamp !== null && stamp.state === state() && (stamp.kind === kind || stamp.kind === 'test')) return true
  if (missingPackages(kind).length > 0) return false
  stampInstall(kind)
  return true
}

export function stampInstall(kind) {
  try {
    writeFileSync(stampFile, JSON.stringify({ kind, state: state() }))
  } catch {
    // A read-only node_modules: the slower look at every package has to do each time.
  }
}

/** Changes with the lockfile, and with every install that somebody makes by hand in between. */
function state() {
  const lock = createHash('sha256')
    .update(readFileSync(inRepository('package-lock.json')))
    .digest('hex')
  const record = statSync(npmRecord, { throwIfNoEntry: false })
  return `${lock} ${record?.mtimeMs ?? 0} ${record?.size ?? 0}`
}

/** Packages of the lockfile that this machine needs and npm has not recorded, or somebody has removed. */
export function missingPackages(kind) {
  const wanted = readJson(inRepository('package-lock.json')).packages
  const present = readJson(npmRecord)?.packages ?? {}
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && isNeeded(entry, kind))
    .filter(([path, entry]) => {
      const same = entry.link || present[path]?.version === entry.version
      return !same || !existsSync(inRepository(path, 'package.json'))
    })
    .map(([path]) => path)
}

function isNeeded(entry, kind) {
  if (entry.dev && kind === 'start') return false
  if (!entry.optional && !entry.devOptional) return true
  // Npm skips an optional package silently, be it for another machine or not: those made for this one must be there.
  if (!entry.os && !entry.cpu) return false
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, libc())
}

function fits(list, value) {
  return list === undefined || list.includes(value)
}

function libc() {
  const musl = existsSync('/lib/ld-musl-x86_64.so.1') || existsSync('/lib/ld-musl-aarch64.so.1')
  return musl ? 'musl' : 'glibc'
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
