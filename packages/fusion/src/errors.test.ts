import { describe, expect, it } from 'vitest'
import { FusionError } from './errors.js'

describe('FusionError', () => {
  it('carries its code and is known by its marker, not by its class', () => {
    const error = new FusionError('FUSION_INVALID_LIST', 'No.')
    expect(error).toMatchObject({ name: 'FusionError', code: 'FUSION_INVALID_LIST', message: 'No.' })
    expect(FusionError.isInstance(error)).toBe(true)
    expect(FusionError.isInstance({ [Symbol.for('recallite.FusionError')]: true })).toBe(true)
    expect(FusionError.isInstance(new Error('No.'))).toBe(false)
    expect(FusionError.isInstance(null)).toBe(false)
  })
})
