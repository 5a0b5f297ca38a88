import { expect, it } from 'vitest'
import { readableSize } from './readable-size.ts'

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [48_213, '47.1 KiB'],
  [1_048_575, '1.0 MiB'],
  [10 * 1_048_576, '10.0 MiB'],
  [10 * 1024 ** 3, '10.0 GiB'],
  [Number.MAX_SAFE_INTEGER, '8.0 PiB'],
])('%i bytes are %s', (bytes, text) => {
  expect(readableSize(bytes)).toBe(text)
})
