import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'

it('A13: has four requests under way at a time, and no more', async () => {
  let underWay = 0
  const seen: number[] = []
  const { model } = createConceptModel({
    maxBatchItems: 2,
    async onRequest() {
      underWay += 1
      seen.push(underWay)
      for (let turn = 0; turn < 5; turn += 1) await setImmediate()
      underWay -= 1
    },
  })
  const { memory } = await testMemory({ openModel: async () => model })
  const notes = Array.from({ length: 24 }, (_, note) => [`n${note}.md`, `Note ${note} about the car.`])
  await memory.index([notesFolder(Object.fromEntries(notes))])
  expect(seen.length).toBeGreaterThanOrEqual(12)
  expect(Math.max(...seen)).toBe(4)
})
