import { describe, expect, it } from 'vitest'
import { chunk } from './chunk.js'
import { type ChunkOptions, defaultChunkOptions, resolveOptions } from './options.js'

function errorOf(options: ChunkOptions): unknown {
  try {
    chunk('text', options)
  } catch (error) {
    return error
  }
  return undefined
}

describe('chunk options', () => {
  it('have the documented defaults', () => {
    expect(resolveOptions({})).toEqual(defaultChunkOptions)
    expect(resolveOptions({ target: undefined, overlap: undefined })).toEqual(defaultChunkOptions)
  })

  it('keep the default overlap below a small target', () => {
    expect(resolveOptions({ target: 50 }).overlap).toBe(50 / 5)
    expect(resolveOptions({ target: 1 }).overlap).toBe(0)
  })

  it.each<[string, ChunkOptions]>([
    ['target', { target: 0 }],
    ['target', { target: 1.5 }],
    ['overlap', { overlap: -1 }],
    ['overlap', { overlap: 400 }],
    ['overlap', { target: 10, overlap: 10 }],
    ['format', { format: 'prose' as 'text' }],
  ])('reject an invalid %s: %o', (name, options) => {
    const error = errorOf(options)
    expect(error).toBeInstanceOf(RangeError)
    expect(String(error)).toContain(`${name} must`)
  })
})
