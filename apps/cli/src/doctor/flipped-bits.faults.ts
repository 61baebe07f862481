import { expect, it } from 'vitest'
import { expectFlipsToCostNoMore } from './__fixtures__/flip-runs.js'

it('A25: a hundred flipped bits, one at a time, cost at most the vectors of the pages that were hit', async () => {
  expect(await expectFlipsToCostNoMore(100)).toMatch(/^100 tried, 0 lost/)
}, 3_600_000)
