import { expect, it } from 'vitest'
import { countries } from './countries.ts'

it('names every country, in the order of their names', () => {
  const list = countries()
  expect(list).toHaveLength(249)
  expect(list.find(({ code }) => code === 'NO')?.name).toBe('Norway')
  expect(list[0]?.name).toBe('Afghanistan')
  expect(list.every(({ code, name }) => name !== code)).toBe(true)
})
