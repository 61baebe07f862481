import { describe, expect, it } from 'vitest'
import { seededRandom, type Random } from './seeded-random.js'

function draw(random: Random, count: number): number[] {
  return Array.from({ length: count }, random)
}

describe('seededRandom', () => {
  it.each<[seed: number, drawn: number[]]>([
    [0, [1144304738, 1416247, 958946056, 627933444, 2007157716]],
    [42, [2581720956, 1925393290, 3661312704, 2876485805, 750819978]],
    [1234567, [2609054897, 822258138, 1879104571, 1448600872, 541308696]],
    [-1, [3850105811, 813802916, 3073704848, 4054706436, 3630262831]],
  ])('draws the same numbers for %i as the reference implementation of Mulberry32', (seed, drawn) => {
    expect(draw(seededRandom(seed), drawn.length)).toEqual(drawn)
  })

  it('starts from the seed for each caller', () => {
    const first = seededRandom(7)
    draw(first, 100)
    expect(draw(seededRandom(7), 3)).toEqual(draw(seededRandom(7), 3))
    expect(draw(first, 3)).not.toEqual(draw(seededRandom(7), 3))
  })
})
