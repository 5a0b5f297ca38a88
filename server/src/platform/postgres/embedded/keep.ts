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
    while (stopping === null) {
      await sleep(100)
      if (stopping !== null) return
      plan.say('The database server ended unexpectedly; starting it again')
      try {
        // The same port, or every open pool would keep knocking at the wrong door.
        serving = await serve(plan, serving.port, onGone)
        return
      } catch (error) {
        plan.say((error as Error).message)
        await sleep(2000)
      }
    }
  }

  return {
    get serving() {
      return serving
    },
    stop() {
      // A server that is just coming back is stopped too, if it comes back soon.
      stopping ??= Promise.race([reviving, sleep(5000, undefined, { ref: false })]).then(() =>
        stop(serving, plan.password),
      )
      return stopping
    },
  }
}
