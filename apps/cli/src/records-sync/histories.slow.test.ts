import { casesOf } from '@recallite/test-kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkHistory, histories, linkedConflicts } from './__fixtures__/histories.js'

it('machines with many random histories are equal after they have synced', async () => {
  await fc.assert(fc.asyncProperty(histories, checkHistory), { numRuns: casesOf(500, 100) })
  expect(linkedConflicts).toBeGreaterThan(50)
}, 1_200_000)
