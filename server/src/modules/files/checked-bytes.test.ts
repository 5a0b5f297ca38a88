import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CheckedBytes } from './checked-bytes.ts'

async function* inChunks(chunks: readonly Uint8Array[]) {
  yield* chunks
}

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

async function collect(checked: CheckedBytes): Promise<{ passed: Buffer; error: unknown }> {
  const passed: Uint8Array[] = []
  try {
    for await (const chunk of checked) passed.push(chunk)
    return { passed: Buffer.concat(passed), error: null }
  } catch (error) {
    return { passed: Buffer.concat(passed), error }
  }
}

const chunked = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { minLength: 1, maxLength: 8 })

describe('bytes on their way', () => {
  it('all pass when they are as announced, however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(chunked, async (chunks) => {
        const bytes = Buffer.concat(chunks)
        const sum = sumOf(bytes)
        const checked = new CheckedBytes(inChunks(chunks), { size: bytes.length, sha256Base64: sum.toString('base64') })
        expect(await collect(checked)).toEqual({ passed: bytes, error: null })
        expect(checked.sha256Hex).toBe(sum.toString('hex'))
      }),
    )
  })

  it('never pass to the end when anything is wrong with them', async () => {
    await fc.assert(
      fc.asyncProperty(chunked, fc.integer({ min: -3, max: 3 }), fc.boolean(), async (chunks, more, isOther) => {
        const bytes = Buffer.concat(chunks)
        const size = Math.max(0, bytes.length + more)
        const sum = isOther ? sumOf(Buffer.concat([bytes, Buffer.from('x')])) : sumOf(bytes)
        const { passed, error } = await collect(
          new CheckedBytes(inChunks(chunks), { size, sha256Base64: sum.toString('base64') }),
        )
        if (more === 0 && !isOther) return
        expect(error).toMatchObject(more < 0 ? { kind: { status: 413 } } : { name: 'InvalidInput' })
        expect(passed.length).toBeLessThan(bytes.length)
      }),
    )
  })

  it('have a sum only once they have passed', () => {
    expect(() => new CheckedBytes(inChunks([]), { size: 0, sha256Base64: null }).sha256Hex).toThrow('not all passed')
  })
})
