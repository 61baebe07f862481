import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confidenceOf, noWords, type CosineScale, cosineScaleOf } from './confidence.js'
import { searchDefaults } from './search-options.js'
import type { Calibration } from '../embedding/calibration/calibration.js'

const inputsOf = (cosine: number | null, coverage: number) => ({ ...noWords, cosine, coverage })

const share = fc.double({ min: 0, max: 1, noNaN: true })
const anyCosine = fc.double({ min: -1, max: 1, noNaN: true })
const anyScale = fc
  .tuple(anyCosine, fc.double({ min: 0.001, max: 1, noNaN: true }), share)
  .map(([floor, step, deviation]): CosineScale => {
    return { floor, deviation, related: floor + step }
  })

/** Of all-MiniLM-L6-v2 and of e5-small-v2, in 8 bits, by the constant pairs. */
const miniLm: CosineScale = { floor: 0.045, deviation: 0.079, related: 0.422 }
const e5: CosineScale = { floor: 0.74, deviation: 0.027, related: 0.808 }

describe('confidenceOf', () => {
  it('follows the documented formula', () => {
    const similarity = (0.3 - 0.045 - 2.4 * 0.079) / (0.422 - 0.045)
    for (const [missing, lack] of [
      [4, 0.5],
      [20, 1],
    ] as const) {
      const expected = 1 / (1 + Math.exp(2.6 * (lack - similarity)))
      expect(confidenceOf({ ...inputsOf(0.3, 0.5), missing }, miniLm)).toBeCloseTo(expected, 12)
    }
  })

  it('has a separate calibration without vectors', () => {
    const words = {
      coverage: 0.6,
      information: 0.5,
      adjacency: 0.2,
      titled: 0.1,
      apart: 0.5,
      characters: 0.4,
      missing: 5,
    }
    const whole = 1 - 0.7 * 0.6 * 0.5
    const evidence = 4.7 * 0.6 * whole + 1.05 * 0.5 * whole + 0.6 * 0.2 + 2.2 * 0.1 + 1.5 * 0.4 * 0.4
    const expected = 1 / (1 + Math.exp(4 - evidence))
    expect(confidenceOf({ cosine: null, ...words }, null)).toBeCloseTo(expected, 12)
    expect(confidenceOf({ cosine: null, ...words }, miniLm)).toBe(
      confidenceOf({ cosine: null, ...words }, null),
    )
  })

  it('keeps a text with all words, whatever its cosine', () => {
    const exact = { ...inputsOf(0, 1), information: 1, adjacency: 1 }
    expect(confidenceOf(exact, miniLm)).toBe(confidenceOf(exact, null) / 2)
    expect(confidenceOf({ ...exact, missing: 2 }, miniLm)).toBeLessThan(searchDefaults.threshold)
  })

  it('is above 90 % for a single word only if a title or a heading contains it', () => {
    const rarest = { ...inputsOf(null, 1), information: 1 }
    expect(confidenceOf(rarest, null)).toBeLessThan(0.9)
    expect(confidenceOf({ ...rarest, titled: 1 }, null)).toBeGreaterThan(0.9)
    expect(confidenceOf({ ...rarest, information: 0.2 }, null)).toBeLessThan(0.75)
  })

  it('B4: keeps a cosine of .35 with MiniLM without any keyword, in any collection, unless strict', () => {
    for (const missing of [0, 3, 6, 20])
      expect(confidenceOf({ ...inputsOf(0.35, 0), missing }, miniLm)).toBeGreaterThan(
        searchDefaults.threshold,
      )
    expect(confidenceOf({ ...inputsOf(0.35, 0), missing: 20 }, miniLm)).toBeLessThan(
      searchDefaults.strictThreshold,
    )
  })

  it('is similar for models with other cosines', () => {
    const related = [miniLm, e5].map((scale) => confidenceOf(inputsOf(scale.related, 0.2), scale))
    expect(related.every((confidence) => confidence > 0.5 && confidence < 0.8)).toBe(true)
  })

  it('stays within 0 and 1, and grows with the cosine, and without vectors with the query coverage', () => {
    fc.assert(
      fc.property(anyCosine, anyCosine, share, share, fc.option(anyScale), (c1, c2, s1, s2, scale) => {
        const low = confidenceOf(inputsOf(Math.min(c1, c2), Math.min(s1, s2)), scale)
        const high = confidenceOf(inputsOf(Math.max(c1, c2), Math.max(s1, s2)), scale)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(high).toBeGreaterThanOrEqual(low)
      }),
    )
  })
})

const calibration: Calibration = {
  scripts: {
    Latin: { floor: 0.05, deviation: 0.08, related: 0.4 },
    Han: { floor: 0.8, deviation: 0.02, related: 0.9 },
    Hiragana: { floor: 0.7, deviation: 0.02, related: 0.8 },
    Cyrillic: null,
  },
}

describe('cosineScaleOf', () => {
  it.each([
    ['how do tokens expire', 0.05],
    ['数据库迁移', 0.8],
    ['JWT 数据库迁移', 0.8],
    ['E4042 error code 库', 0.05],
    ['データベースの移行', 0.7],
    ['移行の手順', 0.7],
    ['1234 %', 0.05],
    ['πάντα ῥεῖ', 0.05],
  ])('depends on the main script of a query: %s', (text, floor) => {
    expect(cosineScaleOf(calibration, text)).toMatchObject({ floor })
  })

  it('is the name of a script that the model cannot read', () => {
    expect(cosineScaleOf(calibration, 'резервные копии')).toBe('Cyrillic')
    expect(cosineScaleOf(calibration, 'резервные backups every night')).toMatchObject({ floor: 0.05 })
  })

  it('is an average over models if nothing was calibrated', () => {
    expect(cosineScaleOf(undefined, 'резервные копии')).toEqual({
      floor: 0.05,
      deviation: 0.08,
      related: 0.42,
    })
  })
})
