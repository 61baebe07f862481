import { describe, expect, it } from 'vitest'
import { seededRandom, xoshiro128, type Random } from './seeded-random.js'

function draw(random: Random, count: number): number[] {
  return Array.from({ length: count }, random)
}

describe('xoshiro128', () => {
  it('draws the same numbers as the reference implementation (xoshiro128starstar.c 1.1)', () => {
    expect(draw(xoshiro128([1, 2, 3, 4]), 10)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ])
  })
})

describe('seededRandom', () => {
  it.each<[seed: number, drawn: number[]]>([
    [0, [3737715805, 2584255861, 2876756834, 3286328325, 1553311962]],
    [42, [1776835114, 4165204688, 17111135, 2317295270, 2792088233]],
    [1234567, [1967786208, 270031234, 1115494691, 824886977, 1639868524]],
    [Number.MAX_SAFE_INTEGER, [1233166643, 1287031142, 661813442, 2960669951, 2601079046]],
    [-1, [477689756, 2493998634, 555695776, 607808419, 61340979]],
  ])('draws the same numbers for %i as generators written with big integers', (seed, drawn) => {
    expect(draw(seededRandom(seed), drawn.length)).toEqual(drawn)
  })

  it('starts from the seed for each caller', () => {
    const first = seededRandom(7)
    draw(first, 100)
    expect(draw(seededRandom(7), 3)).toEqual(draw(seededRandom(7), 3))
    expect(draw(first, 3)).not.toEqual(draw(seededRandom(7), 3))
  })
})
