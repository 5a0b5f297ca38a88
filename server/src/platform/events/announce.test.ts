import { describe, expect, it } from 'vitest'
import { change, creation, deletion } from './announce.ts'
import { EVENT_TYPES } from './types.ts'

const subject = { type: 'order', id: 'o', organizationId: 'x', version: 2 }

describe('events', () => {
  it('say what the changed fields held before, except for the time of change', () => {
    const [was, is] = [
      { status: 'paid', amount: 5, tags: ['a'], modified_at: null },
      { status: 'refunded', amount: 5, tags: ['a'], modified_at: 'now' },
    ]
    expect(change('order.refunded', subject, was, is)).toMatchObject({
      data: is,
      previousAttributes: { status: 'paid' },
    })
    expect(creation('order.created', subject, is)).toMatchObject({ data: is, previousAttributes: null })
    expect(deletion('benefit.deleted', subject, was)).toMatchObject({ data: was, previousAttributes: null })
  })

  it('of an unknown type do not compile', () => {
    // @ts-expect-error: this is no type of event
    expect(creation('order.eaten', subject, {})).toBeDefined()
  })

  it('have types that name their object, each once', () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length)
    for (const type of EVENT_TYPES) expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/)
  })
})
