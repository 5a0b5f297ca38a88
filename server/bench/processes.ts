import { type ChildProcess, fork, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'

/** What has to be undone in the end, whatever happened; the last thing first. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = []
  #running: Promise<void> | undefined

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  run(): Promise<void> {
    this.#running ??= this.#all()
    return this.#running
  }

  async #all(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step().catch(() => {})
  }
}

/** A program of the bench itself, which says when it is ready and takes messages. */
export function startHelper(file: string, env: NodeJS.ProcessEnv, cleanup: Cleanup): ChildProcess {
  const child = fork(file, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  cleanup.add(() => stop(child))
  return child
}

export function startProgram(args: readonly string[], env: NodeJS.ProcessEnv, log: string, cleanup: Cleanup) {
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', output, output] })
  cleanup.add(() => stop(child))
  return child
}

/** By its id, never by its name; what does not end by itself is made to. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(late)
}

export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`${child.spawnfile} ended too early`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message as Message)
    })
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
