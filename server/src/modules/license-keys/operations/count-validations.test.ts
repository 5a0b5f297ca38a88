import { describe, expect, it } from 'vitest'
import type { Db } from '../../../platform/postgres/pool.ts'
import type { CountAsk, Counted } from '../store.ts'
import { ValidationCounter } from './count-validations.ts'

const db = {} as Db
const ask = (spend: number): CountAsk => ({
  licenseKeyId: 'key',
  version: 1,
  activationId: null,
  spend,
  validatedAt: new Date(),
})

/** A database that answers when it is told to. */
function slowDatabase() {
  const calls: { asks: number[]; answer: (outcomes: (Counted | undefined)[]) => void; fail: (error: Error) => void }[] =
    []
  const counter = new ValidationCounter(
    (_, asks) =>
      new Promise((answer, fail) => {
        calls.push({ asks: asks.map(({ spend }) => spend), answer, fail })
      }),
  )
  return { calls, count: (spend: number) => counter.count(db, ask(spend)) }
}

const counted = (usage: number): Counted => ({ usage, validations: 1 })
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('ValidationCounter', () => {
  it('sends at once when nothing is in flight, and gathers meanwhile', async () => {
    const { calls, count } = slowDatabase()
    const first = count(1)
    expect(calls.map((call) => call.asks)).toEqual([[1]])
    const others = [count(2), count(3)]
    await settle()
    expect(calls).toHaveLength(1)
    calls[0]?.answer([counted(1)])
    expect(await first).toEqual(counted(1))
    await settle()
    expect(calls[1]?.asks).toEqual([2, 3])
    calls[1]?.answer([counted(2), counted(3)])
    expect(await Promise.all(others)).toEqual([counted(2), counted(3)])
  })

  it('tells only the caller whose ask was not counted', async () => {
    const { calls, count } = slowDatabase()
    const waiting = [count(1), count(2), count(3)]
    calls[0]?.answer([undefined])
    await settle()
    calls[1]?.answer([counted(2), undefined])
    expect(await Promise.all(waiting)).toEqual([undefined, counted(2), undefined])
  })

  it('fails those who waited for a call that failed, and works again for the next', async () => {
    const { calls, count } = slowDatabase()
    const first = count(1)
    const second = count(2)
    calls[0]?.fail(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await settle()
    calls[1]?.answer([counted(2)])
    expect(await second).toEqual(counted(2))
    await settle()
    const third = count(3)
    expect(calls[2]?.asks).toEqual([3])
    calls[2]?.answer([counted(3)])
    expect(await third).toEqual(counted(3))
  })

  it('works again when the call could not even be made', async () => {
    let isBroken = true
    const counter = new ValidationCounter((_, asks) => {
      if (isBroken) throw new Error('no connection')
      return Promise.resolve(asks.map(({ spend }) => counted(spend)))
    })
    await expect(counter.count(db, ask(1))).rejects.toThrow('no connection')
    isBroken = false
    expect(await counter.count(db, ask(2))).toEqual(counted(2))
  })
})
