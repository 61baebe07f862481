import { describe, expect, it } from 'vitest'
import { defaultFusionOptions, FusionError, resolveOptions } from './options.js'

describe('resolveOptions', () => {
  it('puts the caller over the strategy over the general defaults', () => {
    expect(resolveOptions()).toEqual(defaultFusionOptions)
    expect(resolveOptions({ k: undefined }, { k: 7 }).k).toBe(7)
    expect(resolveOptions({ k: 0, normalize: false }, { k: 7, normalize: true })).toMatchObject({
      k: 0,
      normalize: false,
    })
  })

  it('overlays normalisations source by source', () => {
    const settings = resolveOptions(
      { normalization: { keyword: 'max' } },
      { normalization: { vector: 'none', keyword: 'position' } },
    )
    expect(settings.normalization).toEqual({ vector: 'none', keyword: 'max' })
  })

  it.each([
    { k: -1 },
    { k: NaN },
    { k: Infinity },
    JSON.parse('{"missing": "skip"}'),
    JSON.parse('{"normalize": "yes"}'),
    JSON.parse('{"normalization": {"keyword": "toString"}}'),
  ])('refuses %j', (options) => {
    expect(() => resolveOptions(options)).toThrow(FusionError)
    expect(() => resolveOptions(options)).toThrow(/; give /)
  })
})

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
