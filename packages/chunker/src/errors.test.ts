import { describe, expect, it } from 'vitest'
import { ChunkerError } from './errors.js'

describe('ChunkerError', () => {
  it('is known by its marker, and by nothing else', () => {
    const error = new ChunkerError('target must be positive')
    expect(ChunkerError.isInstance(error)).toBe(true)
    expect(ChunkerError.isInstance(new TypeError('target must be positive'))).toBe(false)
    expect(ChunkerError.isInstance(null)).toBe(false)
  })
})
