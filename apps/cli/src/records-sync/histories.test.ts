import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkHistory, histories, linkedConflicts } from './__fixtures__/histories.js'

it('machines with random histories are equal after they have synced', async () => {
  await fc.assert(fc.asyncProperty(histories, checkHistory), { numRuns: 25 })
  expect(linkedConflicts).toBeGreaterThan(0)
})

it('a link reaches a record whose file an interrupted sync had not written yet', async () => {
  const step = (machine: number, action: 'supersede' | 'interrupted', number: number) =>
    ({ machine, action, number }) as const
  const offline = [0, 0, 799].map((number) => step(1, 'supersede', number))
  const steps = [...offline, step(1, 'interrupted', 146), step(0, 'supersede', 88)]
  const checked = checkHistory({ machines: 2, isShared: false, steps, order: [0, 1] })
  await expect(checked).resolves.toBeUndefined()
})
