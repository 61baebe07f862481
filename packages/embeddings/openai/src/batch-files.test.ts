import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from './batch-files.js'

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

describe('readLines', () => {
  it('gives the lines however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 9 }),
        async (lines, size) => {
          const text = lines.join('\n')
          const read = await Array.fromAsync(readLines(cut(new TextEncoder().encode(text), size)))
          expect(read).toEqual(text.split('\n').filter((line) => line.trim() !== ''))
        },
      ),
    )
  })

  it('gives none of no body', async () => {
    expect(await Array.fromAsync(readLines(null))).toEqual([])
  })
})
