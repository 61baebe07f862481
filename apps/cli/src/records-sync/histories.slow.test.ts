import fc from 'fast-check'
import { it } from 'vitest'
import { checkHistory, histories } from './__fixtures__/histories.js'

it('machines with 500 random histories are equal after they have synced', async () => {
  await fc.assert(fc.asyncProperty(histories, checkHistory), { numRuns: 500 })
})
