import { expect, it } from 'vitest'
import { expectFlipsToCostNoMore } from './__fixtures__/flip-runs.js'

it('A25: one flipped bit costs at most the vectors of the page that was hit, and no answer', async () => {
  expect(await expectFlipsToCostNoMore(4)).toMatch(/^4 tried, 0 lost/)
}, 600_000)
