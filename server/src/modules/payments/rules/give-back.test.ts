import { describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { giveBackId } from './give-back.ts'

const NOTHING = { succeeded: 0, pending: 0, failed: 0 }

describe('the key of giving stray money back', () => {
  it('is the payment’s own as long as nothing has happened', () => {
    const id = newId()
    expect(giveBackId(id, NOTHING)).toBe(id)
  })

  it('is another one after everything that has happened, and the same one for the same', () => {
    const id = newId()
    const situations = [
      NOTHING,
      { ...NOTHING, failed: 1 },
      { ...NOTHING, failed: 2 },
      { ...NOTHING, succeeded: 1 },
      { ...NOTHING, pending: 1 },
    ]
    const keys = situations.map((situation) => giveBackId(id, situation))
    expect(new Set([...keys, giveBackId(newId(), { ...NOTHING, failed: 1 })]).size).toBe(situations.length + 1)
    expect(situations.map((situation) => giveBackId(id, { ...situation }))).toEqual(keys)
    for (const key of keys)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
