import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inRepository } from './root.mjs'
import { say } from './terminal.mjs'

const tooOld = 15 * 60_000

/**
 * Runs `work` while no other process of this clone prepares anything. The lock lies outside of the clone, because
 * `npm ci` removes node_modules and nothing else in the clone is meant for such files.
 */
export async function alone(work) {
  const key = createHash('sha256').update(inRepository()).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `till-${process.getuid?.()}-${key}.lock`)
  await take(file)
  const release = () => rmSync(file, { force: true })
  // Also when the work gives up and ends the process.
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take(file) {
  for (let turn = 0; ; turn++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isStale(file)) rmSync(file, { force: true })
    else if (turn === 0) say('Waiting for another Till that installs or builds in this folder')
    await sleep(100 + Math.random() * 100)
  }
}

/** The holder was killed: its process is gone, or its pid has gone to somebody who holds it for far too long. */
function isStale(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > tooOld) return true
    const pid = Number(readFileSync(file, 'utf8'))
    // Empty for the instant between creating and writing.
    if (pid === 0) return Date.now() - statSync(file).mtimeMs > 2000
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH' || error.code === 'ENOENT'
  }
}
