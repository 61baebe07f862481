import { describe, expect, it } from 'vitest'
import { holm, randomisationTest } from './randomisation-test.js'
import { seededRandom } from './seeded-random.js'

const level = 0.05
const comparisons = 1000

/** From 0 up to but without 1. */
type Uniform = () => number

interface Shape {
  readonly name: string
  readonly queries: number
  /** Two systems' scores of one query, drawn alike. */
  readonly draw: (uniform: Uniform) => readonly [number, number]
}

/** A rank such as systems give to the one relevant document: often the first, sometimes none. */
function drawRank(uniform: Uniform): number {
  return Math.floor(uniform() ** 3 * 14) + 1
}

function gainAt(rank: number): number {
  return rank > 10 ? 0 : 1 / Math.log2(rank + 1)
}

const shapes: readonly Shape[] = [
  {
    name: 'hits, 200 queries',
    queries: 200,
    draw: (uniform) => [uniform() < 0.7 ? 1 : 0, uniform() < 0.7 ? 1 : 0],
  },
  {
    name: 'hits on which systems mostly agree, 60 queries',
    queries: 60,
    draw(uniform) {
      const shared = uniform() < 0.85 ? 1 : 0
      return [uniform() < 0.1 ? 1 - shared : shared, uniform() < 0.1 ? 1 - shared : shared]
    },
  },
  {
    name: 'nDCG of one relevant document, 50 queries',
    queries: 50,
    draw: (uniform) => [gainAt(drawRank(uniform)), gainAt(drawRank(uniform))],
  },
  {
    name: 'scores of hard and easy queries, 100 queries',
    queries: 100,
    draw(uniform) {
      const ease = uniform()
      return [ease * uniform(), ease * uniform()]
    },
  },
  { name: 'few queries, all tried', queries: 9, draw: (uniform) => [uniform(), uniform()] },
  {
    name: 'few hits, all tried',
    queries: 12,
    draw: (uniform) => [uniform() < 0.5 ? 1 : 0, uniform() < 0.5 ? 1 : 0],
  },
]

function uniformOf(seed: number): Uniform {
  const random = seededRandom(seed)
  return () => random() / 2 ** 32
}

function compare({ queries, draw }: Shape, uniform: Uniform, gain = 0): number {
  const differences = Float64Array.from({ length: queries }, () => {
    const [baseline, other] = draw(uniform)
    return Math.min(1, other + gain) - baseline
  })
  return randomisationTest(differences, { random: seededRandom(1), rounds: 2000 })
}

describe('false alarms', () => {
  it.each(shapes)('are at most 7 of 100 comparisons of equal systems: $name', (shape) => {
    const uniform = uniformOf(2026)
    const pValues = Array.from({ length: comparisons }, () => compare(shape, uniform))
    expect(pValues.filter((p) => p <= level).length / comparisons).toBeLessThanOrEqual(0.07)
    expect(pValues.filter((p) => p <= 0.2).length / comparisons).toBeLessThanOrEqual(0.24)
  })

  it('are not avoided by never raising one', () => {
    const [shape] = shapes.slice(3)
    const uniform = uniformOf(2027)
    const pValues = Array.from({ length: comparisons }, () => (shape ? compare(shape, uniform) : NaN))
    expect(pValues.filter((p) => p <= level).length / comparisons).toBeGreaterThan(0.03)
  })

  it('are at most 7 of 100 families of 20 comparisons, after the correction', () => {
    const [shape] = shapes.slice(2)
    const uniform = uniformOf(2028)
    const families = Array.from({ length: 200 }, () =>
      holm(Array.from({ length: 20 }, () => (shape ? compare(shape, uniform) : NaN))),
    )
    const alarmed = families.filter((family) => family.some((p) => p <= level))
    expect(alarmed.length / families.length).toBeLessThanOrEqual(0.07)
  })
})

describe('true differences', () => {
  it('are found where rankings are reversed', () => {
    const uniform = uniformOf(2029)
    const differences = Float64Array.from({ length: 50 }, () => {
      const rank = drawRank(uniform)
      return gainAt(11 - rank) - gainAt(rank)
    })
    expect(randomisationTest(differences, { random: seededRandom(1) })).toBeLessThan(0.001)
  })

  it('are found nearly always where they are large', () => {
    const [shape] = shapes.slice(3)
    const uniform = uniformOf(2030)
    const pValues = Array.from({ length: 100 }, () => (shape ? compare(shape, uniform, 0.15) : NaN))
    expect(pValues.filter((p) => p <= level).length).toBeGreaterThan(90)
  })
})
