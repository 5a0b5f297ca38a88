import { setTimeout as sleep } from 'node:timers/promises'
import { type Plan, type Serving, serve } from './serve.ts'
import { stop } from './stop.ts'

export interface Keeper {
  readonly serving: Serving
  stop(): Promise<void>
}

/** Keeps a server running until told to stop: one that is killed is started again. */
export async function keep(plan: Plan): Promise<Keeper> {
  let stopping: Promise<void> | null = null
  let reviving: Promise<void> = Promise.resolve()
  const onGone = (): void => {
    reviving = revive()
  }
  let serving = await serve(plan, null, onGone)

  async function revive(): Promise<void> {
    await pause(100)
    if (stopping !== null) return
    plan.say('The database server has ended unexpectedly; starting it again')
    for (let wait = 1000; stopping === null; wait = Math.min(2 * wait, 60_000)) {
      try {
        // The same port, or every open pool would keep knocking at the wrong door.
        serving = await serve(plan, serving.port, onGone)
        // It took longer than stop() was willing to wait.
        if (stopping !== null) await stop(serving, plan)
        return
      } catch (error) {
        plan.say((error as Error).message)
      }
      await pause(wait)
    }
  }

  return {
    get serving() {
      return serving
    },
    stop() {
      // A server that is just coming back is stopped too, if it comes back soon.
      stopping ??= Promise.race([reviving, pause(5000)]).then(() => stop(serving, plan))
      return stopping
    },
  }
}

/** Does not keep a process alive that is otherwise done. */
function pause(milliseconds: number): Promise<void> {
  return sleep(milliseconds, undefined, { ref: false })
}
