import { describe, expect, it } from 'vitest'
import { allow } from '../../../test/support/allow.ts'
import { Allowed } from './allowed.ts'

describe('what the operator opens', () => {
  it('is nothing at first', () => {
    for (const text of ['', ' ', ' , ']) {
      expect(allow(text).host('localhost')).toBe(false)
      expect(allow(text).address('127.0.0.1')).toBe(false)
    }
  })

  it('are names, whatever their case and with or without the last dot', () => {
    const allowed = allow('Hooks.Internal, localhost.,bücher.local')
    for (const name of ['hooks.internal', 'HOOKS.internal.', 'localhost', 'xn--bcher-kva.local'])
      expect([name, allowed.host(name)]).toEqual([name, true])
    for (const name of ['internal', 'a.hooks.internal', 'hooks.internal.example.com', ''])
      expect([name, allowed.host(name)]).toEqual([name, false])
  })

  it('are addresses and networks of both families', () => {
    const allowed = allow('10.1.0.0/16,127.0.0.1,fd12::/16,::1')
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', 'fd12:3::4', '::1'])
      expect([address, allowed.address(address), allowed.host(address)]).toEqual([address, true, true])
    expect(allowed.host('[::1]')).toBe(true)
    for (const address of ['10.2.0.1', '127.0.0.2', 'fd13::1', '::2', 'nonsense'])
      expect([address, allowed.address(address), allowed.host(address)]).toEqual([address, false, false])
  })

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::/129',
    'fe80::1%eth0',
    '10.1',
    '0x7f000001',
    'localhost:3000',
    'https://example.com',
    'example.com/hook',
    'user@example.com',
    'a b',
    '*.example.com',
    'a..b',
    '[::1]',
  ])('is not %j', (entry) => {
    expect(Allowed.parse(`example.com,${entry}`)).toEqual({ wrong: entry })
  })
})
