import { describe, expect, it } from 'vitest'
import { defaultFusionOptions, FusionError, resolveOptions } from './options.js'

describe('resolveOptions', () => {
  it('fills in defaults, for normalisations source by source', () => {
    expect(resolveOptions({ k: undefined })).toEqual(defaultFusionOptions)
    expect(resolveOptions({ k: 0, normalize: true })).toMatchObject({ k: 0, normalize: true })
    const defaults = { vector: 'none', keyword: 'position' } as const
    const { normalization } = resolveOptions({ normalization: { keyword: 'max' } }, defaults)
    expect(normalization).toEqual({ vector: 'none', keyword: 'max' })
  })

  it.each([
    { k: -1 },
    { k: NaN },
    { k: Infinity },
    JSON.parse('{"normalize": "yes"}'),
    JSON.parse('{"normalization": {"keyword": "toString"}}'),
  ])('rejects %j', (options) => {
    expect(() => resolveOptions(options)).toThrow(FusionError)
    expect(() => resolveOptions(options)).toThrow(/; give /)
  })
})

describe('FusionError', () => {
  it('has its code and is recognised by its marker, not by its class', () => {
    const error = new FusionError('FUSION_INVALID_LIST', 'No.')
    expect(error).toMatchObject({ name: 'FusionError', code: 'FUSION_INVALID_LIST', message: 'No.' })
    expect(FusionError.isInstance(error)).toBe(true)
    expect(FusionError.isInstance({ [Symbol.for('recallite.FusionError')]: true })).toBe(true)
    expect(FusionError.isInstance(new Error('No.'))).toBe(false)
    expect(FusionError.isInstance(null)).toBe(false)
  })
})
