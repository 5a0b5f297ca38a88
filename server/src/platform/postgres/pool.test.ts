import { describe, expect, it } from 'vitest'
import { isCutShort, isDatabaseAway } from './pool.ts'

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe('the database is away', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN', // the name server does not answer
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EADDRNOTAVAIL', // no free port on our side
    'CONNECT_TIMEOUT',
    '08006',
    '25006', // a standby after a switch-over: it reads, and cannot write
    '25P03', // idle in a transaction for too long
    '57P01',
    '57P05', // an idle connection that the server ended
  ])('%s', (code) => expect(isDatabaseAway(failure(code))).toBe(true))

  it('ENOENT: when the socket is missing, and not when a file of ours is', () => {
    expect(isDatabaseAway(failure('ENOENT', { syscall: 'connect' }))).toBe(true)
    expect(isDatabaseAway(failure('ENOENT', { syscall: 'open' }))).toBe(false)
  })

  it.each([failure('23505'), failure('42P01'), failure('57014'), new Error('no code'), 'a text', null, undefined])(
    'not: %s',
    (error) => expect(isDatabaseAway(error)).toBe(false),
  )
})

describe('a statement was cut short', () => {
  it('by its timeout, which passes too but is worth a look', () => {
    expect(isCutShort(failure('57014'))).toBe(true)
    expect(isCutShort(failure('57P01'))).toBe(false)
  })
})
