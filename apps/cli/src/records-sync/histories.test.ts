import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkHistory, histories, linkedConflicts } from './__fixtures__/histories.js'

it('machines with random histories are equal after they have synced', async () => {
  await fc.assert(fc.asyncProperty(histories, checkHistory), { numRuns: 25 })
  expect(linkedConflicts).toBeGreaterThan(0)
})
