import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isolated } from './isolated.ts'

it('leaves names alone that are written from left to right', () => {
  for (const name of ['Northwind Audio', 'Ångström & Söhne', '北風', 'Δ']) expect(isolated(name)).toBe(name)
})

it('takes away what would turn the rest of the sentence', () => {
  expect(isolated('Acme\u202Egpj')).toBe('Acmegpj')
  expect(isolated('\u2069\u202EAcme')).toBe('Acme')
})

it('keeps names together that are written from right to left', () => {
  expect(isolated('שלום 7')).toBe('\u2068שלום 7\u2069')
  expect(isolated('متجر\u2069\u202E')).toBe('\u2068متجر\u2069')
})

it('leaves nothing open, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const marks = isolated(name).match(/[\u202a-\u202e\u2066-\u2069]/g) ?? []
      expect(['', '\u2068\u2069']).toContain(marks.join(''))
      expect(isolated(isolated(name))).toBe(isolated(name))
    }),
  )
})
