import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkHistory, histories, linkedConflicts } from './__fixtures__/histories.js'

it('machines with 500 random histories are equal after they have synced', async () => {
  await fc.assert(fc.asyncProperty(histories, checkHistory), { numRuns: 500 })
  expect(linkedConflicts).toBeGreaterThan(50)
})
