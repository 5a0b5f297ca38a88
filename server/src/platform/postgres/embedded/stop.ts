import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, whoHolds } from './postmaster.ts'
import { othersAreIn } from './presence.ts'
import type { Plan, Serving } from './serve.ts'

/** The last one out turns off the light. */
export async function stop(serving: Serving, { home, password }: Plan): Promise<void> {
  await serving.presence.leave()
  if (await somebodyStays(serving, password)) return
  // The server may be gone, and its pid a stranger's by now.
  if (whoHolds(serving.pid, home.cluster) !== 'this cluster') return
  // Fast shutdown: open transactions are rolled back, everything committed is on disk.
  signal(serving.pid, 'SIGINT')
  if (await ends(serving.pid, 20_000)) return
  // Immediate: no checkpoint. Nothing is lost; the next start replays the log.
  signal(serving.pid, 'SIGQUIT')
  await ends(serving.pid, 5_000)
}

/** Looks twice: the connection of a process that leaves together with us may take a moment to disappear. */
async function somebodyStays({ port, presence }: Serving, password: string): Promise<boolean> {
  try {
    if (!(await othersAreIn(port, password, presence))) return false
    await sleep(200)
    return await othersAreIn(port, password, presence)
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already.
  }
}

async function ends(pid: number, within: number): Promise<boolean> {
  const deadline = Date.now() + within
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
