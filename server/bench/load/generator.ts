import { Connection } from './connection.ts'
import type { Measured, Plan, Task } from './plan.ts'
import { purchaseSteps } from './purchase.ts'
import { requestText } from './request.ts'

/** The load generator: a process of its own that keeps every connection busy, for as long as it is told. */
process.on('message', (task: Task) => {
  run(task).then(
    (measured) => process.send?.({ measured }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.once('disconnect', () => process.exit(0))

type Unit = (connection: Connection, done: (failed?: Error) => void) => void

function run({ plan, port, connections, seconds }: Task): Promise<Measured> {
  const unit = unitOf(plan)
  const times: number[] = []
  return new Promise((resolve, reject) => {
    const open: Connection[] = []
    const begin = performance.now()
    const end = begin + seconds * 1000
    let busy = connections
    const finish = (error?: Error): void => {
      for (const connection of open) connection.close()
      if (error) reject(error)
      else resolve(summary(times, seconds))
    }
    const loop = (connection: Connection): void => {
      const since = performance.now()
      // What is under way is still answered, so that nothing of this round is left when the next one begins.
      if (since >= end) {
        busy -= 1
        if (busy === 0) finish()
        return
      }
      unit(connection, (failed) => {
        if (failed) return finish(failed)
        const now = performance.now()
        if (now <= end) times.push(now - since)
        loop(connection)
      })
    }
    for (let index = 0; index < connections; index += 1) {
      const connection = new Connection(port, finish)
      open.push(connection)
      loop(connection)
    }
  })
}

function unitOf(plan: Plan): Unit {
  if (plan.kind === 'requests') {
    const texts = plan.asks.map((ask) => Buffer.from(requestText(ask)))
    // Each round starts somewhere else, so that no server can live off the first few.
    let next = Math.floor(Math.random() * texts.length)
    return (connection, done) => {
      const text = texts[next % texts.length] as Buffer
      next += 1
      connection.send(text, (status) => done(failure(status)))
    }
  }
  return (connection, done) => {
    const steps = purchaseSteps(plan.productId, plan.token)
    const go = (index: number, previous: Buffer): void => {
      const step = steps[index]
      if (!step) {
        done()
        return
      }
      connection.send(requestText(step(previous)), (status, body) => {
        const failed = failure(status)
        if (failed) done(failed)
        else go(index + 1, body)
      })
    }
    go(0, Buffer.alloc(0))
  }
}

function failure(status: number): Error | undefined {
  return status >= 200 && status < 300 ? undefined : new Error(`an answer with status ${status}`)
}

function summary(times: number[], seconds: number): Measured {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { rate: sorted.length / seconds, p50: at(0.5), p99: at(0.99) }
}
